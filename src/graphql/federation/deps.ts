/** What only federation needs of the composition library: loaded when a supergraph is composed. */
export { composeServices } from "@theguild/federation-composition";
