import { shownFields } from "../export/document_fields.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Search } from "../export/search.ts";
import { searchVariables } from "../resources/search_index_resource.ts";
import type { RestContext } from "../resources/rest_context.ts";

/** A descriptor of an ALPS document. */
interface AlpsDescriptor {
  readonly id?: string;
  readonly name?: string;
  readonly href?: string;
  readonly type?: "SEMANTIC" | "SAFE" | "UNSAFE" | "IDEMPOTENT";
  readonly rt?: string;
  readonly doc?: { readonly format: "TEXT"; readonly value: string };
  readonly descriptor?: readonly AlpsDescriptor[];
}

/**
 * Creates the ALPS document of a collection: its items' properties, then the operations on them.
 *
 * @param context configuration and collections
 * @param collection the collection
 * @param base the prefix of all URIs
 */
export function alpsDocument(context: RestContext, collection: ExportedCollection, base: string): object {
  const href = `${base}/profile/${collection.path}`;
  const representation: AlpsDescriptor = {
    id: representationOf(collection),
    href,
    ...doc(collection.options.description),
    descriptor: [...properties(collection), ...associations(collection, base)],
  };
  const searches = [...collection.searches.values()].map((search) => searchDescriptor(context, collection, search));
  return { alps: { version: "1.0", descriptor: [representation, ...operations(context, collection), ...searches] } };
}

function properties(collection: ExportedCollection): AlpsDescriptor[] {
  return shownFields(collection).map(({ name, description }) => ({ name, type: "SEMANTIC", ...doc(description) }));
}

function associations(collection: ExportedCollection, base: string): AlpsDescriptor[] {
  return [...collection.associations.values()].map(({ rel, target }) => ({
    name: rel,
    type: "SAFE",
    rt: `${base}/profile/${target.path}#${representationOf(target)}`,
  }));
}

function operations(context: RestContext, collection: ExportedCollection): AlpsDescriptor[] {
  const { rel, itemRel, writable, isListable, isReadable, isPaged, projections } = collection;
  const rt = `#${representationOf(collection)}`;
  const { names } = context.pageables;
  const projection = projections.size === 0 ? [] : [context.rest.projectionParameter];
  const paging = isPaged ? [names.page, names.size, names.sort] : [names.sort];
  const describe = (name: string) => parameter(context, collection, name);
  const list = { descriptor: [...paging, ...projection, ...collection.filters.keys()].map(describe) };
  const item = projection.length === 0 ? {} : { descriptor: projection.map(describe) };
  const all: [boolean, AlpsDescriptor][] = [
    [isListable, { id: `get-${rel}`, name: rel, type: "SAFE", rt, ...list }],
    [writable.create, { id: `create-${rel}`, name: rel, type: "UNSAFE", rt }],
    [isReadable, { id: `get-${itemRel}`, name: itemRel, type: "SAFE", rt, ...item }],
    [writable.update, { id: `update-${itemRel}`, name: itemRel, type: "IDEMPOTENT", rt }],
    [writable.update, { id: `patch-${itemRel}`, name: itemRel, type: "UNSAFE", rt }],
    [writable.delete, { id: `delete-${itemRel}`, name: itemRel, type: "IDEMPOTENT", rt }],
  ];
  return all.filter(([isThere]) => isThere).map(([, descriptor]) => descriptor);
}

function searchDescriptor(context: RestContext, collection: ExportedCollection, search: Search): AlpsDescriptor {
  const variables = searchVariables(context, collection, search).map((variable) => variable.replace("*", ""));
  return {
    name: search.rel,
    type: "SAFE",
    ...(findsItems(search) ? { rt: `#${representationOf(collection)}` } : {}),
    ...doc(sentences(search.description, resultOf(search, collection))),
    descriptor: variables.map((name) =>
      search.params.has(name) ? semantic(name) : parameter(context, collection, name)
    ),
  };
}

/** Whether a search may return items of the collection, which is assumed if its result is not described. */
function findsItems({ findsItems, returns }: Search): boolean {
  return findsItems && (typeof returns === "string" || returns === undefined);
}

function resultOf({ returns }: Search, { itemRel, rel }: ExportedCollection): string | undefined {
  if (typeof returns === "object") return "Returns a value of its own";
  const results = {
    page: `Returns a page of ${rel}, with the total number`,
    slice: `Returns a page of ${rel}, without the total number`,
    list: `Returns all ${rel} that match`,
    one: `Returns one ${itemRel}, or 404`,
    number: "Returns a number",
    boolean: "Returns true or false",
  };
  return returns === undefined ? undefined : results[returns];
}

function sentences(...texts: readonly (string | undefined)[]): string | undefined {
  const stated = texts.filter((text) => text !== undefined);
  return stated.length === 0 ? undefined : stated.join(". ");
}

/** A parameter of all collections, with its type. */
function parameter(
  { pageables, rest }: RestContext,
  { projections }: ExportedCollection,
  name: string,
): AlpsDescriptor {
  const { names } = pageables;
  const first = rest.oneIndexed ? 1 : 0;
  const meanings: Readonly<Record<string, string>> = {
    [names.page]: `The number of the page, an integer from ${first} on; by default ${first}`,
    [names.size]: `The number of items on a page, an integer from 1 to ${rest.maxPageSize}; by default ${
      Math.min(rest.defaultPageSize, rest.maxPageSize)
    }`,
    [names.sort]: "A property and a direction, such as name,desc; given several times, the next one decides between " +
      "equals. With ignorecase behind it, upper and lower case are alike",
    [rest.projectionParameter]: `The view of items: ${[...projections.keys()].join(", ")}`,
  };
  return { ...semantic(name), ...doc(meanings[name]) };
}

function representationOf({ itemRel }: ExportedCollection): string {
  return `${itemRel}-representation`;
}

function semantic(name: string): AlpsDescriptor {
  return { name, type: "SEMANTIC" };
}

function doc(value: string | undefined): Pick<AlpsDescriptor, "doc"> {
  return value === undefined ? {} : { doc: { format: "TEXT", value } };
}
