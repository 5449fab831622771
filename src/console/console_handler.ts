import type { ConsoleParts } from "./console_parts.ts";
import { type HttpExchange, methodNotAllowed, packedAsset, type PackedAssets, problem } from "../http/mod.ts";
import { inRootContext } from "../context/mod.ts";
import { ConsoleData } from "./console_data.ts";
import { consolePage } from "./console_page.ts";
import { LiveStreams } from "./live_streams.ts";
import { loadPageAssets } from "./page_assets.ts";
import { aboutService, graphiQlPathOf } from "./about_service.ts";

/** Answers the requests below the console's path. */
export class ConsoleHandler {
  readonly #parts: ConsoleParts;
  readonly #data: ConsoleData;
  readonly #live: LiveStreams;
  #assets: Promise<PackedAssets> | undefined;

  /** @param parts the service */
  constructor(parts: ConsoleParts) {
    this.#parts = parts;
    this.#data = new ConsoleData(parts);
    this.#live = new LiveStreams(parts);
  }

  /**
   * Answers a request.
   *
   * @param exchange the request
   * @param path the path after the console's path
   */
  async handle(exchange: HttpExchange, path: string): Promise<Response> {
    const [area = "", ...rest] = path.split("/");
    switch (area) {
      case "assets":
        return packedAsset(exchange, await (this.#assets ??= inRootContext(loadPageAssets)), rest.join("/"));
      case "data":
        return await this.#data.handle(exchange, rest);
      case "live":
        return this.#live.handle(exchange, rest.join("/"));
      case "about":
        return reading(exchange) ?? Response.json(await aboutService(this.#parts), { headers: notStored });
      default:
        return reading(exchange) ?? this.#page(exchange, path);
    }
  }

  /** Serves the page for every other path, as the page selects its view itself. */
  #page({ request }: HttpExchange, path: string): Response {
    if (/\.[a-z]+$/.test(path)) return problem({ status: 404, detail: `There is no page "${path}"` });
    const { basePath, container } = this.#parts;
    return consolePage(basePath, request.method, graphiQlPathOf(container) !== undefined);
  }
}

const notStored = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** Refuses methods other than those of reading. */
function reading({ request: { method } }: HttpExchange): Response | undefined {
  return method === "GET" || method === "HEAD" ? undefined : methodNotAllowed(method, ["GET", "HEAD"]);
}
