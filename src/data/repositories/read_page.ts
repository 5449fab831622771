import { Page } from "../page.ts";
import type { Pageable } from "../pageable.ts";
import { Slice } from "../slice.ts";
import type { EntityQuery } from "../store/entity_query.ts";
import type { EntityStore } from "../store/entity_store.ts";

/**
 * Reads a page. Matching entities are counted only if the items do not determine the total.
 *
 * @param store the entities' store
 * @param pageable the requested page
 * @param query the condition
 */
export async function readPage<T>(store: EntityStore<T>, pageable: Pageable, query: EntityQuery<T>): Promise<Page<T>> {
  const content = await store.find({
    ...query,
    ...rangeOf(pageable),
    sort: pageable.getSortOr(query.sort ?? pageable.sort),
  });
  return await pageWithTotal(content, pageable, () => store.count(query.matching, query.signal));
}

/**
 * Creates a page from its items, and counts only if they do not determine the total.
 *
 * @param content the items
 * @param pageable the requested page
 * @param count returns the total
 *
 * @example
 * ```ts
 * import { PageRequest, pageWithTotal } from "@espalier/espalier/data";
 *
 * const page = await pageWithTotal(["a", "b", "c"], PageRequest.of(5, 10), () => Promise.reject("not asked for"));
 * console.log(page.totalElements); // 53
 * ```
 */
export async function pageWithTotal<T>(
  content: readonly T[],
  pageable: Pageable,
  count: () => Promise<number>,
): Promise<Page<T>> {
  if (pageable.isUnpaged) return new Page(content, pageable, content.length);
  const isFirst = pageable.pageNumber === 0;
  const isShort = content.length < pageable.pageSize;
  const tells = isShort && (isFirst || content.length > 0);
  return new Page(content, pageable, tells ? pageable.offset + content.length : await count());
}

/**
 * Reads a slice. One more item than requested is read, to know whether more follow.
 *
 * @param store the entities' store
 * @param pageable the requested slice
 * @param query the condition
 */
export async function readSlice<T>(
  store: EntityStore<T>,
  pageable: Pageable,
  query: EntityQuery<T>,
): Promise<Slice<T>> {
  const sort = pageable.getSortOr(query.sort ?? pageable.sort);
  if (pageable.isUnpaged) return new Slice(await store.find({ ...query, sort }), pageable, false);
  const { pageSize: size, offset } = pageable;
  const content = await store.find({ ...query, sort, offset, limit: size + 1 });
  return new Slice(content.slice(0, size), pageable, content.length > size);
}

function rangeOf(pageable: Pageable): { offset?: number; limit?: number } {
  return pageable.isPaged ? { offset: pageable.offset, limit: pageable.pageSize } : {};
}
