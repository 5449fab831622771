import { KeysetScrollPosition, OffsetScrollPosition, ScrollPosition } from "../scroll_position.ts";
import type { EntityQuery } from "../store/entity_query.ts";
import type { EntityStore, KeysetResult, UnderParents } from "../store/entity_store.ts";
import { Window } from "../window.ts";

/**
 * Reads the window behind a position. Its total is counted on demand.
 *
 * @param store the entities' store
 * @param position an offset or keyset, or the initial position
 * @param query the condition, the sort, and the maximum number of items
 */
export async function readWindow<T>(
  store: EntityStore<T>,
  position: ScrollPosition,
  query: EntityQuery<T>,
): Promise<Window<T>> {
  let count: Promise<number> | undefined;
  const total = () => count ??= store.count(query.matching, query.signal);
  if (position instanceof KeysetScrollPosition) {
    const { entities, hasNext, keysAt } = await store.findFrom(position, query);
    return Window.from(entities, (index) => ScrollPosition.of(keysAt(index), position.direction), hasNext).counting(
      total,
    );
  }
  requireOffset(position);
  const { limit } = query;
  const offset = position.skipped;
  const content = await store.find({ ...query, offset, ...(limit === undefined ? {} : { limit: limit + 1 }) });
  const hasNext = limit !== undefined && content.length > limit;
  const shown = hasNext ? content.slice(0, limit) : content;
  return Window.from(shown, OffsetScrollPosition.positionFunction(offset), hasNext).counting(total);
}

/**
 * Reads the window behind a position for each parent, by one statement. Totals are counted on demand: the first request
 * counts the children of all parents, by one more statement.
 *
 * @param store the entities' store
 * @param under the path to the parents, the parents, and the position: an offset or keyset, or the initial one
 * @param query the condition, the sort, and the maximum number of items per window
 * @returns a window for each parent, in the order of the parents
 */
export async function readWindows<T>(
  store: EntityStore<T>,
  under: UnderParents & { readonly position: ScrollPosition },
  query: EntityQuery<T>,
): Promise<Window<T>[]> {
  const { path, position } = under;
  const parents = [...under.parents];
  let counts: Promise<number[]> | undefined;
  const count = () => counts ??= store.countEach({ path, parents }, query.matching, query.signal);
  const results = await readEach(store, { path, parents, position }, query);
  return results.map(({ entities, hasNext, keysAt }, index) => {
    const positionOf = position instanceof KeysetScrollPosition
      ? (at: number) => ScrollPosition.of(keysAt(at), position.direction)
      : OffsetScrollPosition.positionFunction((position as OffsetScrollPosition).skipped);
    return Window.from(entities, positionOf, hasNext).counting(async () => (await count())[index]!);
  });
}

function readEach<T>(
  store: EntityStore<T>,
  { position, ...under }: UnderParents & { readonly position: ScrollPosition },
  query: EntityQuery<T>,
): Promise<KeysetResult<T>[]> {
  if (position instanceof KeysetScrollPosition) return store.findEach(under, query, position);
  requireOffset(position);
  return store.findEach(under, { ...query, offset: position.skipped });
}

function requireOffset(position: ScrollPosition): asserts position is OffsetScrollPosition {
  if (position instanceof OffsetScrollPosition) return;
  throw new TypeError(`Cannot scroll as the position must be an offset or a keyset: current value is "${position}"`);
}
