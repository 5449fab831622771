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

/** What is read of a collection. */
export interface CollectionRequest extends PagingRequest {
  /** What the client filters by. */
  readonly criteria: Criteria | undefined;
  /** From where the client reads by keys; absent for a page by its number. */
  readonly cursor: CursorRequest | undefined;
  /** The property paths that are needed of items. */
  readonly select: Paths;
}

/** What a collection finds: a page by its number or by keys, or everything. */
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
    // A repository may know its items as a list alone. What is sorted in memory has to be there.
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

/** Whether items have the properties that they are sorted by: a repository may have left out what was not selected. */
function canBeSorted([first]: readonly object[], { orders }: Sort): boolean {
  return first === undefined || orders.every(({ property }) => property.split(".", 1)[0]! in first);
}

async function readByKeys(
  collection: ExportedCollection,
  { pageable, criteria, select }: CollectionRequest,
  { position, counts }: CursorRequest,
): Promise<CursorPage> {
  // Start-up made sure that the repository scrolls.
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

/** What counts items, of those repositories that scroll. */
type Counting = Pick<PredicateExecutor<object>, "countBy"> & { count(options: object): Promise<number> };
