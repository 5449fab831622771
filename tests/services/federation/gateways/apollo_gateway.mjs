// Apollo Gateway over a supergraph: node apollo_gateway.mjs supergraph.graphql. Prints its port.
import { ApolloGateway } from "@apollo/gateway";
import { ApolloServer } from "@apollo/server";
import { startStandaloneServer } from "@apollo/server/standalone";
import { readFileSync } from "node:fs";

const gateway = new ApolloGateway({ supergraphSdl: readFileSync(process.argv[2], "utf8") });
const server = new ApolloServer({ gateway, includeStacktraceInErrorResponses: false, csrfPrevention: false });
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: "127.0.0.1" } });
console.log(new URL(url).port);
process.stdin.on("end", () => process.exit(0)).resume();
