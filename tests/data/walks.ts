import { assertEquals } from "@std/assert";
import { type EntityRepository, Limit, ScrollPosition, Sort } from "@espalier/espalier/data";
import { JsonKeysetCursorStrategy } from "@espalier/espalier/graphql";

const cursors = new JsonKeysetCursorStrategy();

/** Reads everything by keys, page by page; keys travel as cursors do. */
export async function walked<T>(
  repository: Pick<EntityRepository<T, never>, "scroll" | "findAll" | "count">,
  sort: Sort,
  { size = 2, backward = false, idOf }: {
    readonly size?: number;
    readonly backward?: boolean;
    readonly idOf: (entity: T) => unknown;
  },
): Promise<unknown[]> {
  const ids: unknown[] = [];
  const start = ScrollPosition.keyset();
  let position = backward ? start.backward() : start;
  const total = await repository.count();
  for (let pages = 0; pages <= total + 1; pages++) {
    const window = await repository.scroll(position, { sort, limit: Limit.of(size) });
    const found = window.content.map(idOf);
    ids.push(...backward ? found.reverse() : found);
    if (!window.hasNext) return ids;
    const next = window.positionAt(backward ? 0 : window.content.length - 1) as unknown as { keys: object };
    const keys = cursors.fromCursor(cursors.toCursor(next.keys as Record<string, unknown>));
    position = backward ? ScrollPosition.backward(keys) : ScrollPosition.forward(keys);
  }
  throw new Error(`Cannot walk by ${sort} as it must end after ${total} rows: read ${ids.length}`);
}

/** Walks by every property in both directions of sorting and of reading; each row has to come once. */
export async function walkByAll<T>(
  repository: Pick<EntityRepository<T, never>, "scroll" | "findAll" | "count">,
  properties: readonly string[],
  idOf: (entity: T) => unknown,
): Promise<void> {
  const all = (await repository.findAll()).map(idOf).map(String).toSorted();
  for (const property of properties) {
    for (const sort of [Sort.by(property), Sort.by(property).descending()]) {
      const forward = await walked(repository, sort, { idOf });
      assertEquals(forward.map(String).toSorted(), all, `by ${sort}`);
      const paged = (await repository.findAll(sort)).map(idOf);
      assertEquals(forward, paged, `in the order of ${sort}`);
      assertEquals(await walked(repository, sort, { idOf, backward: true }), forward.toReversed(), `back by ${sort}`);
    }
  }
}
