import type { QueryMethod } from "../../data/mod.ts";
import { type AnyDescriptor, descriptionOf, t } from "../../kernel/mod.ts";
import type { ExportedCollection } from "./exported_collection.ts";
import { targetClassOf } from "./field.ts";
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
 * Finds the query methods that a repository derives from their names: what finds or counts is a search, unless it
 * looks at hidden properties.
 *
 * @param collection the collection
 * @returns options by method name
 */
export function derivedSearches(collection: ExportedCollection): Map<string, SearchOptions> {
  // A repository says what it derives in a property that the contracts don't have.
  const { queryMethods } = collection.repository as { queryMethods?: ReadonlyMap<string, QueryMethod> };
  const found = [...queryMethods?.values() ?? []].filter((method) =>
    isSearch(method) && !usesHidden(collection, method)
  );
  return new Map(found.map((method) => [method.name, optionsOf(collection, method)]));
}

function isSearch({ name, returns }: QueryMethod): boolean {
  return !/^(delete|remove)/.test(name) && !["window", "stream", "void"].includes(returns);
}

function usesHidden({ fields }: ExportedCollection, { parameters }: QueryMethod): boolean {
  const hidden = new Set(fields.filter((field) => field.hidden).map(({ property }) => property));
  return parameters.some(({ path }) => hidden.has(path.split(".", 1)[0]!));
}

function optionsOf(collection: ExportedCollection, { parameters, returns }: QueryMethod): SearchOptions {
  const params = parameters.map(({ name, path, isList }) => {
    const descriptor = describedAt(collection, path.split("."));
    return [name, isList ? t.list(descriptor) : descriptor] as const;
  });
  const takes = takesByResult[returns];
  return { params: Object.fromEntries(params), ...(takes === undefined ? {} : { takes }) };
}

function describedAt({ description }: ExportedCollection, path: readonly string[]): AnyDescriptor {
  let properties = description.properties;
  let found: AnyDescriptor = t.unknown;
  for (const name of path) {
    found = properties.get(name) ?? t.unknown;
    const type = targetClassOf(found);
    properties = (type === undefined ? undefined : descriptionOf(type)?.properties) ?? new Map();
  }
  const inner = found.kind === "nullable" ? found.inner : found;
  // A condition compares with an element of a list, not with the whole of it.
  return inner.kind === "list" ? inner.element : inner;
}
