import type { Container } from "../../../deps.ts";
import { isInstalled } from "../../kernel/mod.ts";
import type { ResponseCache } from "../response_cache.ts";

/**
 * Purges the responses of a type when entities of the class of its name are changed through repositories.
 *
 * @param container the application's container
 * @param cache is purged
 */
export async function purgeOnChanges(container: Container, cache: ResponseCache): Promise<void> {
  // Loaded by the database that changes; services without one load none.
  if (!isInstalled("data()", container)) return;
  const { Database } = await import("../../data/mod.ts");
  const database = await container.getAsync(Database);
  database.onChange(({ name }) => cache.purge({ type: name }));
}
