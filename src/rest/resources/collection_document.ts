import { Slice } from "../../data/mod.ts";
import type { ResultBudget } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { compactDocument, compactType } from "../hal/compact_document.ts";
import { cursorLinks, CursorPage } from "../hal/cursor_page.ts";
import { documentResponse, documentTypes } from "../hal/hal_response.ts";
import type { HalDocument } from "../hal/item_writer.ts";
import { type Link, linkTo, pagingLink } from "../hal/link.ts";
import { pageMember } from "../hal/page_metadata.ts";
import { type HalFormsTemplates, halFormsType } from "../forms/hal_forms_template.ts";
import { writeAdditions } from "../model/write_additions.ts";
import { pagingLinks } from "../hal/paging_links.ts";
import { type TemplateVariable, withQuery, withQueryVariables } from "../hal/uri_template.ts";
import type { QueryParameters } from "../query/query_parameters.ts";
import type { CollectionResult } from "./collection_reads.ts";
import type { RestContext } from "./rest_context.ts";

/** Parts of a collection document. */
export interface CollectionDocumentOptions {
  /** The collection of the items; its relation is the key in `_embedded`. */
  readonly collection: ExportedCollection;
  /** A page or slice, or a plain list, which has no paging links. */
  readonly result: CollectionResult;
  /** The items as documents. */
  readonly items: readonly HalDocument[];
  /** URI of the resource, without query. */
  readonly uri: string;
  /** The request's query. */
  readonly query: QueryParameters;
  /** The effective `sort` values in the client's spelling. */
  readonly sortValues: readonly string[];
  /** Links after the paging links. */
  readonly furtherLinks?: Readonly<Record<string, Link>>;
  /** Variables of the template for the whole resource, after those that page, sort and project. */
  readonly variables?: readonly TemplateVariable[];
  /** The prefix of all URIs. */
  readonly base: string;
  /** The forms of the resource, if the client accepts them. */
  readonly templates?: HalFormsTemplates;
  /** Counted what the items hold. */
  readonly budget: ResultBudget;
}

/** The media types of documents with several items. */
export const collectionTypes: readonly string[] = [...documentTypes, compactType, "text/uri-list"];

/**
 * Answers with a collection document, in the form that the client prefers.
 *
 * @param context configuration
 * @param options the result and the request
 * @param type the chosen media type, one of HAL's or the compact one
 */
export async function collectionResponse(
  context: RestContext,
  options: CollectionDocumentOptions,
  type: string,
): Promise<Response> {
  const document = collectionDocument(context, options);
  const forms = type === halFormsType;
  if (forms) document._templates = options.templates ?? {};
  if (context.processing.processesCollection(options.collection)) {
    await addToCollection(context, document, { ...options, forms });
  }
  context.curies.addTo(document);
  return documentResponse(type === compactType ? compactDocument(options.items, document.page) : document, {
    type,
    budget: options.budget,
  });
}

/** Lets processors add to a collection document. */
async function addToCollection(
  context: RestContext,
  document: HalDocument,
  { collection, uri: href, base, budget, forms }: CollectionDocumentOptions & { readonly forms: boolean },
): Promise<void> {
  const model = await context.processing.collection(collection, document, { href, base });
  const [embedded] = await context.enricher(collection).embedded([model], { base, budget });
  writeAdditions(document, { ...model.additions, embedded: embedded! }, forms);
}

/**
 * Makes a collection document: `_embedded`, `_links` and, for a page or slice, `page`.
 *
 * @param context configuration
 * @param options the result and the request
 */
function collectionDocument(context: RestContext, options: CollectionDocumentOptions): HalDocument {
  const { collection, result, items, furtherLinks } = options;
  const embedded = { [collection.rel]: items };
  if (result instanceof CursorPage) return cursorDocument(context, { ...options, result });
  if (!(result instanceof Slice)) {
    const self = linkTo(withQuery(options.uri, options.query.without(new Set())));
    return { _embedded: embedded, _links: { self, ...furtherLinks } };
  }
  const { rest, pageables } = context;
  const projection = collection.projections.size === 0 ? [] : [rest.projectionParameter];
  const links = pagingLinks(result, {
    uri: withQuery(options.uri, options.query.without(new Set(Object.values(pageables.names)))),
    names: pageables.names,
    form: rest.links,
    sortValues: options.sortValues,
    oneIndexed: rest.oneIndexed,
    furtherVariables: projection,
    selfVariables: options.variables ?? [],
  });
  return {
    _embedded: embedded,
    _links: furtherLinks === undefined ? links : Object.assign(links, furtherLinks),
    page: pageMember(result, rest.oneIndexed),
  };
}

/** Writes a page by keyset: links with cursors, and the size without totals. */
function cursorDocument(
  context: RestContext,
  options: CollectionDocumentOptions & { readonly result: CursorPage },
): HalDocument {
  const { collection, result, items, query, sortValues, variables = [], furtherLinks } = options;
  const { rest, pageables, cursorNames } = context;
  const paging = new Set([...Object.values(pageables.names), ...Object.values(cursorNames)]);
  const uri = withQuery(options.uri, query.without(paging));
  const { page, size, sort } = pageables.names;
  const projection = collection.projections.size === 0 ? [] : [rest.projectionParameter];
  const self = rest.links === "templated"
    ? withQueryVariables(uri, [page, size, `${sort}*`, ...projection, ...variables])
    : withQuery(options.uri, query.without(new Set()));
  const { totalElements } = result;
  return {
    _embedded: { [collection.rel]: items },
    _links: {
      self: pagingLink(self),
      ...cursorLinks(result, { uri, names: cursorNames, size, sort, sortValues }),
      ...furtherLinks,
    },
    page: { size: result.size, ...(totalElements === undefined ? {} : { totalElements }) },
  };
}
