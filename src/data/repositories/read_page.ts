import { Page } from "../page.ts";
import type { Pageable } from "../pageable.ts";
import { Slice } from "../slice.ts";
import type { EntityQuery } from "../store/entity_query.ts";
import type { EntityStore } from "../store/entity_store.ts";

/**
 * Reads a page. What matches is counted only where the page itself does not tell.
 *
 * @param store the entities' store
 * @param pageable which page
 * @param query what has to match
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
 * Makes a page of its items, asking for the total only where the items do not tell it.
 *
 * @param content the items
 * @param pageable what was asked for
 * @param count asks for the total
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
 * Reads a slice: one item more than asked for tells whether more follow.
 *
 * @param store the entities' store
 * @param pageable which slice
 * @param query what has to match
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
