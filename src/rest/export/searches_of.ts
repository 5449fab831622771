import type { AnyDescriptor } from "../../kernel/mod.ts";
import type { CollectionLookup } from "./collection_lookup.ts";
import { derivedSearches, isHiddenSearch, queryMethodsOf } from "./derived_searches.ts";
import type { ExportedCollection } from "./exported_collection.ts";
import { isEntityClass, targetClassOf } from "./field.ts";
import { isPathSegment } from "./path_segment.ts";
import { recordedSearches } from "./rest_resource.ts";
import type { Search } from "./search.ts";
import type { SearchOptions, SearchResult } from "./search_options.ts";

/**
 * Finds a collection's searches: query methods that are derived from their names, methods with the decorator
 * `RestResource`, then those that the options name.
 *
 * Methods that change data are never resources of `GET`, even if the options export them.
 *
 * @param collection the collection
 * @param registry all collections
 * @returns the searches by path
 * @throws TypeError when a method is missing, changes data, or has a parameter without text form, or names are ambiguous
 */
export function searchesOf(collection: ExportedCollection, registry: CollectionLookup): ReadonlyMap<string, Search> {
  const all = derivedSearches(collection, registry);
  const further = [...recordedSearches(collection.repository), ...Object.entries(collection.options.searches ?? {})];
  for (const [method, options] of further) {
    if (isHiddenSearch(collection, method, registry)) continue;
    all.set(method, { ...all.get(method), ...options });
  }
  const byPath = new Map<string, Search>();
  const rels = new Set<string>(["self"]);
  for (const [method, options] of all) {
    if (options.exported === false) continue;
    const search = searchOf(collection, method, options);
    requireSayable(search, collection);
    const earlier = byPath.get(search.path);
    if (earlier !== undefined) {
      throw new TypeError(
        `Cannot export search "${method}" of "${collection.type.name}" as path "${search.path}" is that of ` +
          `"${earlier.method}": give it another path`,
      );
    }
    if (rels.has(search.rel)) {
      throw new TypeError(
        `Cannot export search "${method}" of "${collection.type.name}" as relation "${search.rel}" is taken: give it ` +
          "another rel",
      );
    }
    byPath.set(search.path, search);
    rels.add(search.rel);
  }
  return byPath;
}

function searchOf(collection: ExportedCollection, method: string, options: SearchOptions): Search {
  const subject = `Cannot export search "${method}" of "${collection.type.name}"`;
  // Look query methods up by name, as the type of a repository does not list them.
  if (typeof (collection.repository as unknown as Record<string, unknown>)[method] !== "function") {
    throw new TypeError(`${subject} as the repository has no such method`);
  }
  if (/^(delete|remove)/.test(method)) {
    throw new TypeError(`${subject} as a search must not change data`);
  }
  const path = (options.path ?? method).replace(/^\/+/, "");
  if (!isPathSegment(path)) {
    throw new TypeError(`${subject} as its path must be one path segment: current value is "${path}"`);
  }
  const returns = options.returns ?? derivedResult(collection, method);
  return {
    method,
    path,
    rel: options.rel ?? method,
    params: new Map(Object.entries(options.params ?? {})),
    takes: options.takes ?? "nothing",
    takesSignal: options.takesSignal === true || queryMethodsOf(collection).has(method),
    findsItems: !returnsValue(returns),
    ...(returns === undefined ? {} : { returns }),
    ...(options.title === undefined ? {} : { title: options.title }),
    ...(options.description === undefined ? {} : { description: options.description }),
  };
}

/** Returns the kind of result of a derived query method. */
function derivedResult(collection: ExportedCollection, method: string): SearchResult | undefined {
  const returns = queryMethodsOf(collection).get(method)?.returns;
  if (returns === "void") return undefined;
  return returns === "window" || returns === "stream" ? "list" : returns;
}

function returnsValue(returns: SearchResult | undefined): boolean {
  if (typeof returns !== "object") return returns === "number" || returns === "boolean";
  return targetClassOf(returns) === undefined;
}

/** Rejects parameters whose type cannot be written in a query string. */
function requireSayable({ method, params }: Search, { type }: ExportedCollection): void {
  for (const [name, descriptor] of params) {
    if (isSayable(descriptor, true)) continue;
    throw new TypeError(
      `Cannot export search "${method}" of "${type.name}" as its parameter "${name}" must be a single value, an entity, ` +
        "or a list of them: a query string says nothing else",
    );
  }
}

function isSayable(descriptor: AnyDescriptor, mayBeList: boolean): boolean {
  switch (descriptor.kind) {
    case "nullable":
      return isSayable(descriptor.inner, mayBeList);
    case "list":
      return mayBeList && isSayable(descriptor.element, false);
    case "object":
      // Without an export (a test may disable it) the entity has no URI.
      return isEntityClass(descriptor.type());
    default:
      return descriptor.kind !== "map" && descriptor.kind !== "container";
  }
}
