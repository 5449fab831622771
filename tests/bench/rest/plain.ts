// Deno.serve and node:sqlite, by hand.
import { BooksByHand } from "./by_hand.ts";

const [port = "8080", file = "bench.db"] = Deno.args;
const books = new BooksByHand(file);
Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen: () => {} }, (request) => {
  const { origin, pathname, searchParams } = new URL(request.url);
  const document = books.page(searchParams, origin + pathname);
  return new Response(JSON.stringify(document), { headers: { "content-type": "application/hal+json" } });
});
