/** What only federated tracing needs: loaded when it is installed. */
export { Trace } from "@apollo/usage-reporting-protobuf";
