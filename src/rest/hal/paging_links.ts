import type { Slice } from "../../data/mod.ts";
import type { PagingParameterNames } from "../query/pageable_resolver.ts";
import { flatText } from "./flat_text.ts";
import { type Link, pagingLink } from "./link.ts";
import { encodeQueryValue, type TemplateVariable, withQuery, withQueryVariables } from "./uri_template.ts";

/** Parts of paging links. */
export interface PagingLinksOptions {
  /** The collection's URI with all query parameters of the request that are not about paging. */
  readonly uri: string;
  /** The names of the paging parameters. */
  readonly names: PagingParameterNames;
  /** Whether links are templates, or concrete with `first` and `last`. */
  readonly form: "templated" | "canonical";
  /** The effective `sort` values in the client's spelling. */
  readonly sortValues: readonly string[];
  /** Whether the client counts pages from one. */
  readonly oneIndexed?: boolean;
  /** Whether `first` and `last` are included even for a single page; canonical form only. */
  readonly forceFirstAndLast?: boolean;
  /** Variables after `sort`, such as `projection`; left out if the URI has them. */
  readonly furtherVariables?: readonly TemplateVariable[];
  /** Variables of `self` alone, after the others. */
  readonly selfVariables?: readonly TemplateVariable[];
}

/**
 * Makes the links of a page or slice to itself and its neighbours.
 *
 * @param slice the page or slice; unpaged ones have `self` alone
 * @param options the URI, parameter names and form
 *
 * @example
 * ```ts
 * import { Page, PageRequest } from "@espalier/espalier/data";
 * import { pagingLinks } from "@espalier/espalier/rest";
 *
 * const page = new Page(["Emma"], PageRequest.of(0, 1), 2);
 * const names = { page: "page", size: "size", sort: "sort" };
 * const links = pagingLinks(page, { uri: "/books", names, form: "canonical", sortValues: [] });
 * console.log(links.next?.href); // "/books?page=1&size=1"
 * ```
 */
export function pagingLinks(slice: Slice<unknown>, options: PagingLinksOptions): Record<string, Link> {
  return options.form === "templated" ? templatedLinks(slice, options) : canonicalLinks(slice, options);
}

function templatedLinks(slice: Slice<unknown>, options: PagingLinksOptions): Record<string, Link> {
  const { uri, names, furtherVariables = [], selfVariables = [] } = options;
  const variables = [names.page, names.size, `${names.sort}*`, ...furtherVariables, ...selfVariables];
  const template = withQueryVariables(uri, variables);
  const links: Record<string, Link> = { self: pagingLink(template) };
  const [start, end] = aroundNumber(slice, options);
  // The neighbours have the same parameters.
  const further = options.sortValues.length > 0 ? furtherVariables : [`${names.sort}*`, ...furtherVariables];
  const free = further.length === 0 ? end : withQueryVariables(`${start}${end}`, further).slice(start.length);
  const to = (number: number) => pagingLink(flatText(start, numberText(number, options), free));
  if (slice.hasPrevious) links.prev = to(slice.number - 1);
  if (slice.hasNext) links.next = to(slice.number + 1);
  return links;
}

function canonicalLinks(slice: Slice<unknown>, options: PagingLinksOptions): Record<string, Link> {
  if (slice.pageable.isUnpaged) return { self: pagingLink(options.uri) };
  const [start, end] = aroundNumber(slice, options);
  const to = (number: number) => pagingLink(flatText(start, numberText(number, options), end));
  const totalPages = "totalPages" in slice ? Number(slice.totalPages) : undefined;
  const isOneOfSeveral = slice.hasPrevious || slice.hasNext || options.forceFirstAndLast === true;
  const self = { self: to(slice.number) };
  return {
    ...(isOneOfSeveral ? { first: to(0) } : {}),
    ...(totalPages === undefined ? self : {}),
    ...(slice.hasPrevious ? { prev: to(slice.number - 1) } : {}),
    ...(totalPages === undefined ? {} : self),
    ...(slice.hasNext ? { next: to(slice.number + 1) } : {}),
    ...(isOneOfSeveral && totalPages !== undefined ? { last: to(Math.max(0, totalPages - 1)) } : {}),
  };
}

/** The URI of a page, before and behind its number. */
function aroundNumber(slice: Slice<unknown>, options: PagingLinksOptions): readonly [start: string, end: string] {
  const { uri, names, sortValues } = options;
  const sort = sortValues.map((value) => `&${names.sort}=${encodeQueryValue(value)}`);
  return [withQuery(uri, `${names.page}=`), `&${names.size}=${slice.size}${sort.join("")}`];
}

function numberText(number: number, { oneIndexed = false }: PagingLinksOptions): string {
  return String(number + (oneIndexed ? 1 : 0));
}
