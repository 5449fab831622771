import { Limit } from "./limit.ts";
import { ScrollPosition } from "./scroll_position.ts";
import { Sort } from "./sort.ts";

/** Which page to read, how long pages are and how they are sorted; or everything ({@linkcode Pageable.unpaged}). */
export abstract class Pageable<P extends string = string> {
  /** How pages are sorted. */
  abstract readonly sort: Sort<P>;
  /** Whether a page is requested. */
  abstract readonly isPaged: boolean;
  /** Zero-based number of the page. */
  abstract readonly pageNumber: number;
  /** Maximum number of items on a page. */
  abstract readonly pageSize: number;
  /** Number of items before the page. */
  abstract readonly offset: number;

  /**
   * The first page of the given size, unsorted.
   *
   * @param pageSize at least 1
   */
  static ofSize(pageSize: number): PageRequest {
    return PageRequest.of(0, pageSize);
  }

  /**
   * Everything at once.
   *
   * @param sort how to sort it
   */
  static unpaged<P extends string = string>(sort: Sort<P> = unsorted()): Pageable<P> {
    return new Unpaged(sort);
  }

  /** Whether all items are requested. */
  get isUnpaged(): boolean {
    return !this.isPaged;
  }

  /** Whether there is a page before this one. */
  get hasPrevious(): boolean {
    return this.isPaged && this.pageNumber > 0;
  }

  /** The sort, or the given one when unsorted. */
  getSortOr(sort: Sort): Sort {
    return this.sort.isSorted ? this.sort : sort;
  }

  /** The page after this one. */
  abstract next(): Pageable<P>;
  /** The page before this one, or the first. */
  abstract previousOrFirst(): Pageable<P>;
  /** The first page. */
  abstract first(): Pageable<P>;
  /** The page of the given number. */
  abstract withPage(pageNumber: number): Pageable<P>;
  /** The same page, sorted otherwise. */
  abstract withSort<Q extends string>(sort: Sort<Q>): Pageable<Q>;
  /** The page's size as a limit. */
  abstract toLimit(): Limit;
  /** The position before the page's first item. */
  abstract toScrollPosition(): ScrollPosition;

  /** Whether both ask for the same page, sorted the same way. */
  equals(other: Pageable): boolean {
    if (this.isPaged !== other.isPaged || !this.sort.equals(other.sort)) return false;
    return !this.isPaged || (this.pageNumber === other.pageNumber && this.pageSize === other.pageSize);
  }
}

/** A page by number and size. */
export class PageRequest<P extends string = string> extends Pageable<P> {
  /** Whether the result is divided: always. */
  readonly isPaged = true;
  /** The number of the page, from 0. */
  readonly pageNumber: number;
  /** The largest number of items on the page. */
  readonly pageSize: number;
  /** The order of the items. */
  readonly sort: Sort<P>;

  private constructor(pageNumber: number, pageSize: number, sort: Sort<P>) {
    super();
    this.pageNumber = pageNumber;
    this.pageSize = pageSize;
    this.sort = sort;
  }

  /**
   * Asks for a page.
   *
   * @param pageNumber zero-based
   * @param pageSize at least 1
   * @param sort how to sort
   * @throws RangeError when the number is negative or the size below 1
   */
  static of<P extends string = string>(
    pageNumber: number,
    pageSize: number,
    sort: Sort<P> = unsorted(),
  ): PageRequest<P> {
    requireWhole("page number", pageNumber, 0);
    requireWhole("page size", pageSize, 1);
    return new PageRequest(pageNumber, pageSize, sort);
  }

  /** The number of items before the page. */
  get offset(): number {
    return this.pageNumber * this.pageSize;
  }

  /** The page after this one. */
  next(): PageRequest<P> {
    return this.withPage(this.pageNumber + 1);
  }

  /** The page before this one; the first page for itself. */
  previousOrFirst(): PageRequest<P> {
    return this.withPage(Math.max(0, this.pageNumber - 1));
  }

  /** The first page. */
  first(): PageRequest<P> {
    return this.withPage(0);
  }

  /** Another page of the same size and order. */
  withPage(pageNumber: number): PageRequest<P> {
    return PageRequest.of(pageNumber, this.pageSize, this.sort);
  }

  /** The same page in another order. */
  withSort<Q extends string>(sort: Sort<Q>): PageRequest<Q> {
    return new PageRequest(this.pageNumber, this.pageSize, sort);
  }

  /** The size of the page as a limit. */
  toLimit(): Limit {
    return Limit.of(this.pageSize);
  }

  /** The index of the page's first item. */
  toScrollPosition(): ScrollPosition {
    return this.pageNumber === 0 ? ScrollPosition.offset() : ScrollPosition.offset(this.offset - 1);
  }

  /** Text such as `page 0 of size 20, sorted by title: ASC`. */
  override toString(): string {
    return `page ${this.pageNumber} of size ${this.pageSize}, sorted by ${this.sort}`;
  }
}

class Unpaged<P extends string> extends Pageable<P> {
  readonly isPaged = false;
  readonly sort: Sort<P>;

  constructor(sort: Sort<P>) {
    super();
    this.sort = sort;
  }

  get pageNumber(): number {
    throw unpagedHasNo("page number");
  }

  get pageSize(): number {
    throw unpagedHasNo("page size");
  }

  get offset(): number {
    throw unpagedHasNo("offset");
  }

  next(): Pageable<P> {
    return this;
  }

  previousOrFirst(): Pageable<P> {
    return this;
  }

  first(): Pageable<P> {
    return this;
  }

  withPage(pageNumber: number): Pageable<P> {
    if (pageNumber !== 0) throw unpagedHasNo(`page ${pageNumber}`);
    return this;
  }

  withSort<Q extends string>(sort: Sort<Q>): Pageable<Q> {
    return new Unpaged(sort);
  }

  toLimit(): Limit {
    return Limit.unlimited();
  }

  toScrollPosition(): ScrollPosition {
    return ScrollPosition.offset();
  }

  override toString(): string {
    return `unpaged, sorted by ${this.sort}`;
  }
}

/** No order names a property, so that it fits every type of sort. */
function unsorted<P extends string>(): Sort<P> {
  return Sort.unsorted() as Sort<P>;
}

function unpagedHasNo(what: string): TypeError {
  return new TypeError(`Cannot read the ${what} of a pageable as it must be paged: current value is unpaged`);
}

function requireWhole(what: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new RangeError(
    `Cannot ask for a page as the ${what} must be an integer >= ${least}: current value is "${value}"`,
  );
}
