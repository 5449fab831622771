import { address, choice, flag, integer, path, type Property, type PropertyTable, text } from "./property.ts";

/** When the response to a change holds the item: `"accept"` where the client sends `Accept`. */
export type ReturnBody = "accept" | "always" | "never";

/** Exported collections. */
export interface RestProperties {
  /** Path below which collections lie; `""` for the root. */
  readonly basePath: string;
  /** What all links begin with, for example `https://shop.example`; `""` takes it from each request. */
  readonly baseUrl: string;
  /** Items of a page when the client names no size. */
  readonly defaultPageSize: number;
  /** Largest page; a larger `size` is lowered to it. */
  readonly maxPageSize: number;
  /** Query parameter that holds the page number. */
  readonly pageParameter: string;
  /** Query parameter that holds the page size. */
  readonly sizeParameter: string;
  /** Query parameter that holds a sort order. */
  readonly sortParameter: string;
  /** Query parameter that names a projection. */
  readonly projectionParameter: string;
  /** Whether clients count pages from one. */
  readonly oneIndexed: boolean;
  /** Whether paging links are templates, or concrete with `first` and `last`. */
  readonly links: "templated" | "canonical";
  /** When the response to a creation holds the item. */
  readonly returnBodyOnCreate: ReturnBody;
  /** When the response to an update holds the item. */
  readonly returnBodyOnUpdate: ReturnBody;
  /** When the response to a deletion holds the item. */
  readonly returnBodyOnDelete: ReturnBody;
  /** Maximum number of values in the JSON of a request: scalars, lists, objects; 0 means no limit. */
  readonly maxInputValues: number;
  /** Maximum number of links in the body of a request: URIs of items; 0 means no limit. */
  readonly maxLinks: number;
  /** Maximum number of operations of a JSON Patch. */
  readonly maxPatchOperations: number;
  /** Maximum number of values in one document: items, their properties, elements of lists; 0 means no limit. */
  readonly maxResultValues: number;
  /** Maximum size of one document, in bytes; 0 means no limit. */
  readonly maxResultBytes: number;

  /** Whether bad paging parameters are answered with 400 instead of being replaced by defaults. */
  readonly strict: boolean;
  /** Whether `/openapi.json` describes all collections. */
  readonly openApi: boolean;
  /** Whether a page at `/explorer` lets people walk the collections. */
  readonly explorer: boolean;
}

/** Definitions of {@linkcode RestProperties}. */
export const restProperties: PropertyTable<RestProperties> = {
  basePath: path({ default: "", description: "Path below which collections lie." }),
  baseUrl: address({ default: "", description: "What all links begin with; empty takes it from each request." }),
  defaultPageSize: integer({ default: 20, min: 1, description: "Items of a page when the client names no size." }),
  maxPageSize: integer({ default: 1000, min: 1, description: "Largest page size." }),
  pageParameter: text({ default: "page", description: "Query parameter of the page number." }),
  sizeParameter: text({ default: "size", description: "Query parameter of the page size." }),
  sortParameter: text({ default: "sort", description: "Query parameter of a sort order." }),
  links: choice(["templated", "canonical"], { default: "templated", description: "Form of the paging links." }),
  projectionParameter: text({ default: "projection", description: "Query parameter of a projection." }),
  oneIndexed: flag({ default: false, description: "Count pages from one." }),
  returnBodyOnCreate: returnBody("creation"),
  returnBodyOnUpdate: returnBody("an update"),
  returnBodyOnDelete: returnBody("deletion"),
  maxInputValues: integer({
    default: 50_000,
    description: "Maximum number of values in a request's JSON; 0: no limit.",
  }),
  maxLinks: integer({ default: 10_000, description: "Maximum number of links in a request's body; 0: no limit." }),
  maxPatchOperations: integer({ default: 1_000, min: 1, description: "Largest number of operations of a JSON Patch." }),
  maxResultValues: integer({ default: 200_000, description: "Maximum number of values in one document; 0: no limit." }),
  maxResultBytes: integer({ default: 8_388_608, description: "Maximum size of one document, in bytes; 0: no limit." }),
  strict: flag({ default: false, description: "Answer bad paging parameters with 400." }),
  openApi: flag({ default: false, development: true, description: "Describe all collections at `/openapi.json`." }),
  explorer: flag({ default: false, development: true, description: "Offer a page to walk the collections on." }),
};

function returnBody(change: string): Property<ReturnBody> {
  return choice(["accept", "always", "never"], {
    default: "accept",
    description: `Whether the answer to ${change} holds the item; "accept" where the client sends Accept.`,
  });
}
