import { shortened } from "../../kernel/mod.ts";

/** Headers by which clients name themselves, the most specific first. */
const headers = ["graphql-client-name", "apollographql-client-name", "x-graphql-client-name", "x-client-name"];

/** Maximum number of clients that are told apart; what follows is counted as `_OTHER`. */
const maxClients = 100;

/** The names of clients, which they choose: a bounded number of bounded names. */
export class ClientNames {
  readonly #known = new Set<string>();

  /**
   * The client's name.
   *
   * @param request headers of the request, for a WebSocket those of its handshake
   * @returns `_UNKNOWN` where the client sends none, `_OTHER` where 100 others are known
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
