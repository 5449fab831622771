// Hive Gateway over a supergraph: node hive_gateway.mjs supergraph.graphql. Prints its port.
import { createGatewayRuntime } from "@graphql-hive/gateway";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";

const gateway = createGatewayRuntime({
  supergraph: readFileSync(process.argv[2], "utf8"),
  landingPage: false,
  graphiql: false,
  logging: false,
  maskedErrors: false,
});
const server = createServer(gateway);
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.on("end", () => process.exit(0)).resume();
