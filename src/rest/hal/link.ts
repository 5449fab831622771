/** A HAL link object. */
export interface Link {
  /** A URI, or a URI template if `templated` is true. */
  readonly href: string;
  /** Whether `href` is a template. Paging links always have it; others only if it is true. */
  readonly templated?: boolean;
  /** A label for humans. */
  readonly title?: string;
  /** A hint at the media type of the target. */
  readonly type?: string;
  /** Distinguishes links of one relation. */
  readonly name?: string;
}

/** Links by relation; several of one relation as an array. */
export type Links = Readonly<Record<string, Link | readonly Link[]>>;

/**
 * Creates a link, with `templated` only if it is true.
 *
 * @param href a URI or a URI template
 * @param title a label for humans
 *
 * @example
 * ```ts
 * import { linkTo } from "@espalier/espalier/rest";
 *
 * console.log(linkTo("/books{?page}")); // { href: "/books{?page}", templated: true }
 * ```
 */
export function linkTo(href: string, title?: string): Link {
  const link: Link = href.includes("{") ? { href, templated: true } : { href };
  return title === undefined ? link : { ...link, title };
}

/**
 * Creates a paging link, which always has `templated`.
 *
 * @param href a URI or a URI template
 */
export function pagingLink(href: string): Link {
  return { href, templated: href.includes("{") };
}

/**
 * Writes links as the value of a `Link` header (RFC 8288), without templates.
 *
 * @param links the links by relation
 */
export function linkHeader(links: Links): string {
  return Object.entries(links)
    .flatMap(([rel, link]) => [link].flat().map((single: Link) => ({ rel, single })))
    .filter(({ single }) => single.templated !== true)
    .map(({ rel, single }) => `<${single.href}>;rel="${rel}"`)
    .join(", ");
}
