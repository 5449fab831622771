/** The dependencies of federated tracing, which are loaded only when it is installed. */
export { Trace } from "@apollo/usage-reporting-protobuf";
