import type { QueryMethod } from "../../data/mod.ts";
import { type AnyDescriptor, descriptionOf, idNamesOf, t } from "../../kernel/mod.ts";
import type { CollectionLookup } from "./collection_lookup.ts";
import type { ExportedCollection } from "./exported_collection.ts";
import { type Field, targetClassOf } from "./field.ts";
import type { SearchOptions } from "./search_options.ts";

const takesByResult: Readonly<Record<QueryMethod["returns"], SearchOptions["takes"] | undefined>> = {
  page: "pageable",
  slice: "pageable",
  list: "sort",
  one: undefined,
  number: undefined,
  boolean: undefined,
  window: undefined,
  stream: undefined,
  void: undefined,
};

/**
 * Finds the derived query methods of a repository. Those that find or count are searches, unless they compare hidden
 * properties, take a regular expression, or have parameters without a text form.
 *
 * @param collection the collection
 * @param registry all collections
 * @returns options by method name
 */
export function derivedSearches(
  collection: ExportedCollection,
  registry: CollectionLookup,
): Map<string, SearchOptions> {
  const found = new Map<string, SearchOptions>();
  for (const method of queryMethodsOf(collection).values()) {
    if (!isSearch(method) || usesHidden(collection, method, registry)) continue;
    if (registry.view?.isSortedByHidden(method.name)) continue;
    const options = optionsOf(collection, method, registry);
    if (options !== undefined) found.set(method.name, options);
  }
  return found;
}

/**
 * Returns the derived query methods of a collection's repository.
 *
 * @param collection the collection
 */
export function queryMethodsOf({ repository }: ExportedCollection): ReadonlyMap<string, QueryMethod> {
  // The derived query methods are in a property that is not part of the repository interfaces.
  return (repository as { queryMethods?: ReadonlyMap<string, QueryMethod> }).queryMethods ?? new Map();
}

/** Whether a query method compares or sorts by a property that the profile hides. */
export function isHiddenSearch(collection: ExportedCollection, method: string, registry: CollectionLookup): boolean {
  const derived = queryMethodsOf(collection).get(method);
  const { view } = registry;
  if (view === undefined || derived === undefined) return false;
  return view.isSortedByHidden(method) || usesHidden(collection, derived, registry);
}

function isSearch({ name, returns, parameters }: QueryMethod): boolean {
  const isReading = !/^(delete|remove)/.test(name) && !["window", "stream", "void"].includes(returns);
  return isReading && !parameters.some(({ isExpression }) => isExpression);
}

function usesHidden(
  collection: ExportedCollection,
  { parameters }: QueryMethod,
  registry: CollectionLookup,
): boolean {
  return parameters.some(({ path }) => fieldsAt(collection, path, registry).some((field) => field?.hidden));
}

function optionsOf(
  collection: ExportedCollection,
  { parameters, returns }: QueryMethod,
  registry: CollectionLookup,
): SearchOptions | undefined {
  const params: Record<string, AnyDescriptor> = {};
  for (const { name, path, isList } of parameters) {
    const descriptor = parameterOf(fieldsAt(collection, path, registry).at(-1), registry);
    if (descriptor === undefined) return undefined;
    params[name] = isList ? t.list(descriptor) : descriptor;
  }
  const takes = takesByResult[returns];
  return { params, ...(takes === undefined ? {} : { takes }) };
}

/** Returns the fields along a path, with the options of exported collections. */
function fieldsAt(collection: ExportedCollection, path: string, registry: CollectionLookup): (Field | undefined)[] {
  let fields: readonly Field[] = collection.fields;
  return path.split(".").map((name) => {
    const field = fields.find(({ property }) => property === name);
    const type = field === undefined ? undefined : targetClassOf(field.descriptor);
    fields = type === undefined ? [] : registry.fieldsOf(type);
    return field;
  });
}

/** Returns the type of a parameter, or `undefined` if it has no text form. */
function parameterOf(field: Field | undefined, registry: CollectionLookup): AnyDescriptor | undefined {
  const descriptor = field?.descriptor ?? t.unknown;
  // A condition compares with an element of a list, or with a list of elements.
  const single = descriptor.kind === "list" ? descriptor.element : descriptor;
  if (single.kind === "map") return undefined;
  if (single.kind !== "object") return single;
  if (registry.linkedFrom(single) !== undefined) return single;
  // An entity without a URI is identified by its id.
  const { entity = {}, properties } = descriptionOf(single.type()) ?? {};
  const [id, ...others] = idNamesOf(entity);
  return id === undefined || others.length > 0 ? undefined : properties?.get(id);
}
