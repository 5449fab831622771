import { Pageable, PageRequest, Sort } from "../../data/mod.ts";
import { shortened } from "../../kernel/mod.ts";
import { parseSortParameter } from "./sort_parameter.ts";
import type { QueryParameters } from "./query_parameters.ts";
import { KnownSorts, type ResolvedSort } from "./known_sorts.ts";
import { requireParameterNames } from "./parameter_names.ts";
import { SortLimits } from "./sort_limits.ts";
import type { SortTranslator } from "./sort_translator.ts";

/** How paging parameters are read. */
export interface PageableResolverOptions {
  /** Name of the page number's parameter; by default `page`. */
  readonly pageParameter?: string;
  /** Name of the page size's parameter; by default `size`. */
  readonly sizeParameter?: string;
  /** Name of the sort parameter; by default `sort`. */
  readonly sortParameter?: string;
  /** Distinguishes several pageables of one request: `"foo"` reads `foo_page`, `foo_size`, `foo_sort`. */
  readonly qualifier?: string;
  /** Stands between qualifier and parameter; by default `_`. */
  readonly qualifierDelimiter?: string;
  /** Prefix of every parameter; empty by default. */
  readonly prefix?: string;
  /** Whether the client counts pages from one. */
  readonly oneIndexed?: boolean;
  /** Largest page; by default 1000. */
  readonly maxPageSize?: number;
  /** The default page; by default the first 20 items. If it is unpaged, clients must send both page and size. */
  readonly fallback?: Pageable;
}

/** The names under which a client sends paging parameters. */
export interface PagingParameterNames {
  /** Holds the page number. */
  readonly page: string;
  /** Holds the page size. */
  readonly size: string;
  /** Holds properties to sort by. */
  readonly sort: string;
}

/** An invalid parameter, and the value that replaces it. */
export interface RejectedParameter {
  /** Name of the parameter. */
  readonly parameter: string;
  /** The value from the client. */
  readonly value: string;
  /** The requirement on the value. */
  readonly message: string;
}

/** The paging parameters of a query string. */
export interface ResolvedPageable {
  /** Page and sort, in the entity's own properties. */
  readonly pageable: Pageable;
  /** The `sort` values that had an effect, as the client spelled them. */
  readonly sortValues: readonly string[];
  /** Parameters that were replaced or dropped: the first 100, with values cut to 200 characters. */
  readonly rejected: readonly RejectedParameter[];
}

const largestPage = 2_147_483_647;
/** Maximum number of parameters that are listed as rejected: a client may send thousands. */
export const maxRejected = 100;
const defaultFallback: Pageable = PageRequest.of(0, 20);

/**
 * Reads `page`, `size` and `sort` from a query string. Never throws: invalid values become the default, and are
 * listed in `rejected`, so that a strict caller can refuse it.
 */
export class PageableResolver {
  /** The names of the parameters. */
  readonly names: PagingParameterNames;
  /** Whether the client counts pages from one. */
  readonly oneIndexed: boolean;
  /** Largest page. */
  readonly maxPageSize: number;
  readonly #fallback: Pageable;
  readonly #sorts = new KnownSorts();

  /**
   * Creates the resolver.
   *
   * @param options names, limits and defaults
   * @throws TypeError when a parameter name is empty, or that of another one
   * @throws RangeError when the largest page is below 1
   */
  constructor(options: PageableResolverOptions = {}) {
    const { qualifier = "", qualifierDelimiter = "_", prefix = "", maxPageSize = 1000 } = options;
    const before = `${prefix}${qualifier === "" ? "" : `${qualifier}${qualifierDelimiter}`}`;
    const { pageParameter: page = "page", sizeParameter: size = "size", sortParameter: sort = "sort" } = options;
    requireParameterNames({ page, size, sort });
    this.names = { page: before + page, size: before + size, sort: before + sort };
    this.oneIndexed = options.oneIndexed ?? false;
    this.maxPageSize = requireSize(maxPageSize);
    this.#fallback = options.fallback ?? defaultFallback;
  }

  /**
   * Reads the paging parameters.
   *
   * @param query the request's parameters
   * @param translator maps the client's property names to the entity's; without one they are taken as they are
   */
  resolve(query: QueryParameters, translator?: SortTranslator): ResolvedPageable {
    if (query.isEmpty) return { pageable: this.#fallback, sortValues: [], rejected: [] };
    const rejected: RejectedParameter[] = [];
    const { sort, sortValues } = this.#sort(query, translator, rejected);
    const pageable = this.#page(query, rejected);
    return { pageable: sort.isSorted ? pageable.withSort(sort) : pageable, sortValues, rejected };
  }

  #page(query: QueryParameters, rejected: RejectedParameter[]): Pageable {
    const { page, size } = this.names;
    const fallback = this.#fallback;
    if (fallback.isUnpaged && !(query.has(page) && query.has(size))) return fallback;
    const first = this.oneIndexed ? 1 : 0;
    const number = wholeNumber(query, { name: page, min: first, rejected });
    const length = wholeNumber(query, { name: size, min: 1, rejected });
    const pageNumber = number === undefined ? fallback.isPaged ? fallback.pageNumber : 0 : number - first;
    const pageSize = length ?? (fallback.isPaged ? fallback.pageSize : 20);
    return PageRequest.of(
      number === undefined && query.has(page) ? 0 : pageNumber,
      Math.min(pageSize, this.maxPageSize),
      fallback.sort,
    );
  }

  #sort(query: QueryParameters, translator: SortTranslator | undefined, rejected: RejectedParameter[]): ResolvedSort {
    const parameter = this.names.sort;
    const values = query.getAll(parameter);
    const known = this.#sorts.get(values, translator);
    if (known !== undefined) return known;
    const limits = new SortLimits();
    const before = rejected.length;
    const used = values.map((value) => {
      const orders = parseSortParameter(value).flatMap((order) => {
        const translated = limits.take(translator?.translate(order) ?? { order });
        if ("order" in translated) return [translated.order];
        if (rejected.length < maxRejected) {
          rejected.push({ parameter, value: shortened(order.property), message: translated.reason });
        }
        return [];
      });
      return { value, orders };
    }).filter(({ orders }) => orders.length > 0);
    const sort = Sort.by(...used.flatMap(({ orders }) => orders));
    const resolved = { sort, sortValues: used.map(({ value }) => value) };
    // Invalid values are reported each time and not cached, as clients could fill the memory.
    if (rejected.length === before) this.#sorts.keep(values, translator, resolved);
    return resolved;
  }
}

interface NumberParameter {
  readonly name: string;
  readonly min: number;
  readonly rejected: RejectedParameter[];
}

function wholeNumber(query: QueryParameters, { name, min, rejected }: NumberParameter): number | undefined {
  const value = query.get(name);
  if (value === undefined) return undefined;
  const number = /^[+-]?\d{1,10}$/.test(value) ? Number(value) : NaN;
  if (number >= min && number <= largestPage) return number;
  rejected.push({
    parameter: name,
    value: shortened(value),
    message: `must be an integer >= ${min} and <= ${largestPage}`,
  });
  return undefined;
}

function requireSize(size: number): number {
  if (Number.isSafeInteger(size) && size >= 1) return size;
  throw new RangeError(`Cannot use a maximum page size as it must be an integer >= 1: current value is "${size}"`);
}
