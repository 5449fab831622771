import type { ContainerModule } from "@espalier/espalier";
import { responseCache } from "@espalier/espalier/cache";

/**
 * Caches what every visitor of the shop reads: books and authors for a minute, bestsellers for five. Orders are private,
 * and are not cached. Not installed by default: pass it to `createContainer` after `features()`.
 *
 * @param redisUrl the Redis server in which instances share responses; by default each instance has its own cache
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
      // Each order changes the number of copies, so it purges these responses.
      "Book.available": { maxAge: 5, dependsOn: ["Stock"] },
      Author: { maxAge: 60 },
      BookConnection: { maxAge: 60 },
    },
    entities: { Book: "id", Author: "id" },
    staleWhileRevalidate: 30,
  });
}
