/** The composition library, which is loaded only when a supergraph is composed. */
export { composeServices } from "@theguild/federation-composition";
