// The exported collection behind `Deno.serve`.
import { openCollection } from "./collection.ts";

const [port = "8080", file = "bench.db"] = Deno.args;
const { fetch } = await openCollection(file);
Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen: () => {} }, fetch);
