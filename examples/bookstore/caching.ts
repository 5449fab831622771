import type { ContainerModule } from "@espalier/espalier";
import { responseCache } from "@espalier/espalier/cache";

/**
 * Keeps what every visitor of the shop reads: books and authors for a minute, bestsellers for five. Orders are nobody
 * else's business, and are not kept. Off by default: give it to `createContainer` behind `features()`.
 *
 * @param redisUrl where instances share what they keep; by default each keeps its own
 */
export function caching(redisUrl?: string): ContainerModule {
  return responseCache({
    ...(redisUrl === undefined ? {} : { redis: { url: redisUrl } }),
    policies: {
      "Query.book": { maxAge: 60 },
      "Query.books": { maxAge: 60 },
      "Query.author": { maxAge: 60 },
      "Query.bestsellers": { maxAge: 300, dependsOn: ["OrderLine"] },
      Book: { maxAge: 60 },
      // Copies are reserved all the time: these responses are purged with each order.
      "Book.available": { maxAge: 5, dependsOn: ["Stock"] },
      Author: { maxAge: 60 },
      BookConnection: { maxAge: 60 },
    },
    entities: { Book: "id", Author: "id" },
    staleWhileRevalidate: 30,
  });
}
