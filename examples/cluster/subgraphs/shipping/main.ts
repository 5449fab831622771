/** The subgraph with weights and shipping costs of books: `deno run --allow-net --allow-read main.ts 8082`. */
import { createApp, createContainer, start } from "@espalier/espalier";
import { features } from "./features.ts";

const [port = "8082"] = Deno.args;
await start(() => createApp(createContainer(...features()), { root: import.meta.url }), { port: Number(port) });
