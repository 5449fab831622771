import { Limit } from "./limit.ts";
import { ScrollPosition } from "./scroll_position.ts";
import { Sort } from "./sort.ts";

/** Which page to read, how long pages are and how they are sorted; or everything ({@linkcode Pageable.unpaged}). */
export abstract class Pageable {
  /** How pages are sorted. */
  abstract readonly sort: Sort;
  /** Whether a page is asked for. */
  abstract readonly isPaged: boolean;
  /** Zero-based number of the page. */
  abstract readonly pageNumber: number;
  /** Most items on a page. */
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
  static unpaged(sort: Sort = Sort.unsorted()): Pageable {
    return new Unpaged(sort);
  }

  /** Whether everything is asked for. */
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
  abstract next(): Pageable;
  /** The page before this one, or the first. */
  abstract previousOrFirst(): Pageable;
  /** The first page. */
  abstract first(): Pageable;
  /** The page of the given number. */
  abstract withPage(pageNumber: number): Pageable;
  /** The same page, sorted otherwise. */
  abstract withSort(sort: Sort): Pageable;
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
export class PageRequest extends Pageable {
  readonly isPaged = true;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly sort: Sort;

  private constructor(pageNumber: number, pageSize: number, sort: Sort) {
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
  static of(pageNumber: number, pageSize: number, sort: Sort = Sort.unsorted()): PageRequest {
    requireWhole("page number", pageNumber, 0);
    requireWhole("page size", pageSize, 1);
    return new PageRequest(pageNumber, pageSize, sort);
  }

  get offset(): number {
    return this.pageNumber * this.pageSize;
  }

  next(): PageRequest {
    return this.withPage(this.pageNumber + 1);
  }

  previousOrFirst(): PageRequest {
    return this.withPage(Math.max(0, this.pageNumber - 1));
  }

  first(): PageRequest {
    return this.withPage(0);
  }

  withPage(pageNumber: number): PageRequest {
    return PageRequest.of(pageNumber, this.pageSize, this.sort);
  }

  withSort(sort: Sort): PageRequest {
    return new PageRequest(this.pageNumber, this.pageSize, sort);
  }

  toLimit(): Limit {
    return Limit.of(this.pageSize);
  }

  toScrollPosition(): ScrollPosition {
    return this.pageNumber === 0 ? ScrollPosition.offset() : ScrollPosition.offset(this.offset - 1);
  }

  /** Text such as `page 0 of size 20, sorted by title: ASC`. */
  override toString(): string {
    return `page ${this.pageNumber} of size ${this.pageSize}, sorted by ${this.sort}`;
  }
}

class Unpaged extends Pageable {
  readonly isPaged = false;
  readonly sort: Sort;

  constructor(sort: Sort) {
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

  next(): Pageable {
    return this;
  }

  previousOrFirst(): Pageable {
    return this;
  }

  first(): Pageable {
    return this;
  }

  withPage(pageNumber: number): Pageable {
    if (pageNumber !== 0) throw unpagedHasNo(`page ${pageNumber}`);
    return this;
  }

  withSort(sort: Sort): Pageable {
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

function unpagedHasNo(what: string): TypeError {
  return new TypeError(`Cannot read the ${what} of a pageable as it must be paged: current value is unpaged`);
}

function requireWhole(what: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new RangeError(
    `Cannot ask for a page as the ${what} must be an integer >= ${least}: current value is "${value}"`,
  );
}
