import {
  type Criteria,
  Limit,
  pageOfList,
  type PredicateExecutor,
  type ScrollExecutor,
  Slice,
  type Sort,
} from "../../data/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { CursorPage } from "../hal/cursor_page.ts";
import { type Paths, selecting } from "../hal/document_paths.ts";
import type { CursorRequest } from "../query/cursor_request.ts";
import type { PagingRequest } from "./paging_request.ts";

/** A request to read a collection. */
export interface CollectionRequest extends PagingRequest {
  /** The filters of the client. */
  readonly criteria: Criteria | undefined;
  /** The position of a keyset page; absent for a page by its number. */
  readonly cursor: CursorRequest | undefined;
  /** The property paths that are needed of items. */
  readonly select: Paths;
}

/** The result of a collection: a page by number or keyset, or all items. */
export type CollectionResult = Slice<object> | CursorPage | readonly object[];

/**
 * Reads a collection.
 *
 * @param collection the collection
 * @param request page, sort and filter
 */
export async function readCollection(
  collection: ExportedCollection,
  request: CollectionRequest,
): Promise<CollectionResult> {
  const { pageable, criteria, cursor, select } = request;
  if (cursor !== undefined) return await readByKeys(collection, request, cursor);
  const { items, isPaged, signal } = collection;
  if (criteria === undefined) {
    const read = (paths: Paths) => items.findAll!(isPaged ? pageable : pageable.sort, selecting(paths));
    const selected = await read(select);
    // A repository may return only a list of all items. Sorting in memory needs the sorted properties.
    const found = selected instanceof Slice || canBeSorted(selected, pageable.sort) ? selected : await read(undefined);
    return isPaged && !(found instanceof Slice) ? pageOfList(found, pageable) : found;
  }
  // The type of a repository does not state whether it finds by criteria.
  const executor = collection.repository as unknown as PredicateExecutor<object>;
  const options = { ...signal.options, ...selecting(select) };
  return isPaged
    ? await executor.findBy(criteria, pageable, options)
    : await executor.findBy(criteria, { ...options, sort: pageable.sort });
}

/** Whether items have the sorted properties; a repository may leave out properties that were not selected. */
function canBeSorted([first]: readonly object[], { orders }: Sort): boolean {
  return first === undefined || orders.every(({ property }) => property.split(".", 1)[0]! in first);
}

async function readByKeys(
  collection: ExportedCollection,
  { pageable, criteria, select }: CollectionRequest,
  { position, counts }: CursorRequest,
): Promise<CursorPage> {
  // The repository scrolls, as was checked at startup.
  const executor = collection.repository as unknown as ScrollExecutor<object> & Counting;
  const size = pageable.pageSize;
  const { signal } = collection;
  const options = { ...signal.options, sort: pageable.sort, limit: Limit.of(size), ...selecting(select) };
  const window = criteria === undefined
    ? await executor.scroll(position, options)
    : await executor.scrollBy(criteria, position, options);
  if (!counts) return new CursorPage(window, { position, size });
  const totalElements = criteria === undefined
    ? await executor.count(signal.options)
    : await executor.countBy(criteria, signal.options);
  return new CursorPage(window, { position, size, totalElements });
}

/** Returns the function that counts the items of a scrolling repository. */
type Counting = Pick<PredicateExecutor<object>, "countBy"> & { count(options: object): Promise<number> };
