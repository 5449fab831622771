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
 * Makes the ALPS document of a collection: its items' properties, then what can be done with them.
 *
 * @param context configuration and collections
 * @param collection the collection
 * @param base what all URIs begin with
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
  const list = { descriptor: [...paging, ...projection, ...collection.filters.keys()].map(semantic) };
  const item = projection.length === 0 ? {} : { descriptor: projection.map(semantic) };
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
    rt: `#${representationOf(collection)}`,
    ...doc(search.description),
    descriptor: variables.map(semantic),
  };
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
