import type { Class } from "@espalier/espalier";
import {
  type Criteria,
  everything,
  Example,
  type FindOptions,
  IncorrectResultSizeError,
  Limit,
  OffsetScrollPosition,
  Page,
  Pageable,
  type ScrollPosition,
  Slice,
  Sort,
  Window,
} from "@espalier/espalier/data";
import { ScrollPosition as Positions } from "@espalier/espalier/data";

/** A query for a mapper: criteria, order, offset and maximum number. */
export interface Search {
  readonly criteria: Criteria;
  readonly sort: Sort;
  readonly offset: number;
  readonly limit: number | undefined;
}

/**
 * Implements the repository methods that GraphQL and REST need with two methods of a mapper, find and count. It searches by
 * criteria, and scrolls by offset.
 */
export abstract class SearchingRepository<T> {
  abstract readonly entityType: Class<T>;

  protected abstract find(search: Search): Promise<T[]>;
  protected abstract countMatches(criteria: Criteria): Promise<number>;
  /** The criteria of an id. */
  protected abstract byId(id: unknown): Criteria;

  async findById(id: unknown): Promise<T | null> {
    return await this.findOne(this.byId(id));
  }

  count(): Promise<number> {
    return this.countMatches(everything);
  }

  findAll(pageable: Pageable, options?: FindOptions): Promise<Page<T>>;
  findAll(sort?: Sort | Limit | FindOptions, options?: FindOptions): Promise<T[]>;
  async findAll(what?: unknown, options: FindOptions = {}): Promise<Page<T> | T[]> {
    if (what instanceof Pageable) return await this.findBy(everything, what, options);
    return await this.findBy(everything, what instanceof Sort ? { ...options, sort: what } : options);
  }

  findBy(query: Criteria | Example<T>, pageable: Pageable, options?: FindOptions): Promise<Page<T>>;
  findBy(query: Criteria | Example<T>, options?: FindOptions): Promise<T[]>;
  async findBy(query: Criteria | Example<T>, what: Pageable | FindOptions = {}): Promise<Page<T> | T[]> {
    const criteria = criteriaOf(query);
    if (!(what instanceof Pageable)) return await this.find(searchOf(criteria, what, 0));
    const found = await this.find(pageOf(criteria, what));
    return new Page(found, what, await this.countMatches(criteria));
  }

  async sliceBy(query: Criteria | Example<T>, pageable: Pageable): Promise<Slice<T>> {
    const search = pageOf(criteriaOf(query), pageable);
    const limit = search.limit;
    const found = await this.find(limit === undefined ? search : { ...search, limit: limit + 1 });
    return new Slice(found.slice(0, limit), pageable, limit !== undefined && found.length > limit);
  }

  async findOne(query: Criteria | Example<T>): Promise<T | null> {
    const [first, second] = await this.findBy(query, { limit: Limit.of(2) });
    if (second !== undefined) throw new IncorrectResultSizeError(this.entityType.name);
    return first ?? null;
  }

  countBy(query: Criteria | Example<T>): Promise<number> {
    return this.countMatches(criteriaOf(query));
  }

  async existsBy(query: Criteria | Example<T>): Promise<boolean> {
    return (await this.findBy(query, { limit: Limit.of(1) })).length > 0;
  }

  scroll(position: ScrollPosition, options?: FindOptions): Promise<Window<T>> {
    return this.scrollBy(everything, position, options);
  }

  async scrollBy(
    query: Criteria | Example<T>,
    position: ScrollPosition,
    options: FindOptions = {},
  ): Promise<Window<T>> {
    if (!(position instanceof OffsetScrollPosition)) {
      throw new TypeError("Cannot scroll through the films as the position must be an offset");
    }
    const start = position.isInitial ? 0 : position.offset + 1;
    const search = searchOf(criteriaOf(query), options, start);
    // Read one more item to learn whether another page follows.
    const found = await this.find(search.limit === undefined ? search : { ...search, limit: search.limit + 1 });
    const hasNext = search.limit !== undefined && found.length > search.limit;
    return Window.from(found.slice(0, search.limit), (index) => Positions.offset(start + index), hasNext);
  }
}

function criteriaOf(query: Criteria | Example<unknown>): Criteria {
  if (!(query instanceof Example)) return query;
  throw new TypeError("Cannot search by an example as this repository must be searched by criteria");
}

function searchOf(
  criteria: Criteria,
  { sort = Sort.unsorted(), limit = Limit.unlimited() }: FindOptions,
  offset: number,
) {
  return { criteria, sort, offset, limit: limit.isLimited ? limit.max : undefined };
}

function pageOf(criteria: Criteria, pageable: Pageable): Search {
  return pageable.isPaged
    ? { criteria, sort: pageable.sort, offset: pageable.offset, limit: pageable.pageSize }
    : { criteria, sort: pageable.sort, offset: 0, limit: undefined };
}
