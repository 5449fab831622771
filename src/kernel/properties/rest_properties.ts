import { address, choice, flag, integer, path, type Property, type PropertyTable, text } from "./property.ts";

/** Whether the response to a change contains the item; `"accept"`: if the client sends `Accept`. */
export type ReturnBody = "accept" | "always" | "never";

/** Exported collections. */
export interface RestProperties {
  /** Base path of the collections; `""` for the root. */
  readonly basePath: string;
  /** Base URL of all links, for example `https://shop.example`; `""` uses the URL of each request. */
  readonly baseUrl: string;
  /** Number of items of a page if the client specifies no size. */
  readonly defaultPageSize: number;
  /** Maximum page size; a larger `size` is lowered to it. */
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
  /** Whether the response to a creation contains the item. */
  readonly returnBodyOnCreate: ReturnBody;
  /** Whether the response to an update contains the item. */
  readonly returnBodyOnUpdate: ReturnBody;
  /** Whether the response to a deletion contains the item. */
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

  /** Whether invalid paging parameters cause a 400 response instead of being replaced by defaults. */
  readonly strict: boolean;
  /** Whether `/openapi.json` describes all collections. */
  readonly openApi: boolean;
  /** Whether a page at `/explorer` lets users browse the collections. */
  readonly explorer: boolean;
}

/** Definitions of {@linkcode RestProperties}. */
export const restProperties: PropertyTable<RestProperties> = {
  basePath: path({ default: "", description: "Base path of the collections." }),
  baseUrl: address({ default: "", description: "Base URL of all links; empty: the URL of each request." }),
  defaultPageSize: integer({ default: 20, min: 1, description: "Page size if the client specifies none." }),
  maxPageSize: integer({ default: 1000, min: 1, description: "Maximum page size." }),
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
  maxPatchOperations: integer({ default: 1_000, min: 1, description: "Maximum number of operations of a JSON Patch." }),
  maxResultValues: integer({ default: 200_000, description: "Maximum number of values in one document; 0: no limit." }),
  maxResultBytes: integer({ default: 8_388_608, description: "Maximum size of one document, in bytes; 0: no limit." }),
  strict: flag({ default: false, description: "Reject invalid paging parameters with 400." }),
  openApi: flag({ default: false, development: true, description: "Describe all collections at `/openapi.json`." }),
  explorer: flag({ default: false, development: true, description: "Serve a page to browse the collections." }),
};

function returnBody(change: string): Property<ReturnBody> {
  return choice(["accept", "always", "never"], {
    default: "accept",
    description: `Whether the response to ${change} contains the item; "accept": if the client sends Accept.`,
  });
}
