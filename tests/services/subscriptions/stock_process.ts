/** A service whose subscriptions go through NATS: its arguments are the options of `subscriptions()` and the port. */
import { serve } from "@espalier/espalier";
import { stockInstance } from "../../subscriptions/stock_app.ts";

const [options = "{}", port = "0"] = Deno.args;
const service = await stockInstance(JSON.parse(options));
const server = await serve(service.app, { port: Number(port), quiet: true });
Deno.addSignalListener("SIGTERM", () => void server.stop().then(() => Deno.exit(0)));
console.log(`Ready at ${server.port}`);
