/** The subgraph with the reviews of books: `deno run --allow-net --allow-read main.ts 8081`. */
import { createApp, createContainer, start } from "@espalier/espalier";
import { features } from "./features.ts";

const [port = "8081"] = Deno.args;
await start(() => createApp(createContainer(...features()), { root: import.meta.url }), { port: Number(port) });
