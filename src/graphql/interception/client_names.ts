import { shortened } from "../../kernel/mod.ts";

/** Request headers with the client's name, the most specific first. */
const headers = ["graphql-client-name", "apollographql-client-name", "x-graphql-client-name", "x-client-name"];

/** The maximum number of distinct client names; any further client is `_OTHER`. */
const maxClients = 100;

/** The names of clients. Clients choose them, so their number and length are limited. */
export class ClientNames {
  readonly #known = new Set<string>();

  /**
   * Returns the client's name.
   *
   * @param request headers of the request, for a WebSocket those of its handshake
   * @returns `_UNKNOWN` if the client sends none, `_OTHER` if 100 other names are known
   */
  of(request: Headers): string {
    for (const header of headers) {
      const name = request.get(header);
      if (name !== null && name.trim() !== "") return this.#bounded(shortened(name.trim(), 100));
    }
    return "_UNKNOWN";
  }

  #bounded(name: string): string {
    if (this.#known.has(name)) return name;
    if (this.#known.size >= maxClients) return "_OTHER";
    this.#known.add(name);
    return name;
  }
}
