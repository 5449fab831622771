import { and, type Criteria, not, where } from "../../data/mod.ts";
import { closestName, shortened } from "../../kernel/mod.ts";
import type { ExportedCollection, Filter } from "../export/exported_collection.ts";
import { idFromUri } from "../write/entity_uri.ts";
import { maxRejected, type RejectedParameter } from "./pageable_resolver.ts";
import type { QueryParameters } from "./query_parameters.ts";
import { readParameter } from "./search_arguments.ts";

/** Maximum number of values of one parameter: databases bound the parameters of a statement. */
const maxValues = 100;

/** Length up to which an unknown parameter is compared with those that there are. */
const maxComparedLength = 100;

/** The filters of a request, or the errors of its parameters. */
export type FilterRequest = { readonly criteria: Criteria | undefined } | { readonly rejected: RejectedParameter[] };

/**
 * Reads the filters of a request. Unknown parameters are rejected, as a misspelt filter would return all items. Hidden
 * properties are unknown, too.
 *
 * @param collection the collection; without filters it takes any parameter
 * @param query the request's parameters
 * @param known the other parameters of the collection
 */
export function filterRequest(
  { filters }: ExportedCollection,
  query: QueryParameters,
  known: ReadonlySet<string>,
): FilterRequest {
  if (filters.size === 0 || query.isEmpty) return { criteria: undefined };
  const rejected: RejectedParameter[] = [];
  const criteria: Criteria[] = [];
  for (const name of query.names) {
    if (rejected.length === maxRejected) break;
    const filter = filters.get(name);
    if (filter === undefined) {
      if (!known.has(name)) rejected.push(unknownParameter(name, query, [...filters.keys(), ...known]));
      // A client may send thousands.
      if (rejected.length === maxRejected) break;
      continue;
    }
    const read = readFilter(filter, query.getAll(name));
    if ("kind" in read) criteria.push(read);
    else rejected.push({ parameter: name, value: shortened(read.value), message: read.message });
  }
  if (rejected.length > 0) return { rejected };
  return { criteria: criteria.length === 0 ? undefined : and(...criteria) };
}

/**
 * The filters of a collection that stand at a resource which does not filter: to leave them aside would show what the
 * client meant to leave out.
 *
 * @param collection the collection of the items
 * @param query the request's parameters
 * @param known the parameters that the resource has itself
 */
export function misplacedFilters(
  { filters, path }: ExportedCollection,
  query: QueryParameters,
  known: ReadonlySet<string> = new Set(),
): RejectedParameter[] {
  if (filters.size === 0 || query.isEmpty) return [];
  return [...query.names].filter((name) => filters.has(name) && !known.has(name)).map((name) => ({
    parameter: name,
    value: shortened(query.get(name)!),
    message: `filters the collection "${path}" alone`,
  }));
}

interface WrongText {
  readonly value: string;
  readonly message: string;
}

function readFilter(filter: Filter, texts: readonly string[]): Criteria | WrongText {
  const isMany = filter.operator === "in";
  if (!isMany && texts.length > 1) {
    const alternative = filter.isList ? "" : `: "${filter.parameter.replace(/\.\w+$/, "")}.in" takes several values`;
    return { value: texts[1]!, message: `must be there once${alternative}` };
  }
  if (texts.length > maxValues) return { value: texts[maxValues]!, message: `must have ${maxValues} values at most` };
  const values: unknown[] = [];
  for (const text of texts) {
    const read = readOne(filter, text);
    if ("message" in read) return { value: text, message: read.message };
    values.push(read.value);
  }
  return criteriaOf(filter, isMany ? values : values[0]);
}

function readOne({ target, operator, descriptor }: Filter, text: string): { value: unknown } | { message: string } {
  if (target === undefined || operator === "null" || operator === "empty") return readParameter(descriptor, text);
  const id = idFromUri(text, target);
  return id === undefined ? { message: `must be the URI of an item of "${target.path}"` } : { value: id };
}

function criteriaOf({ path, operator, isList }: Filter, value: unknown): Criteria {
  const property = where(path);
  switch (operator) {
    case "eq":
      return isList ? property.has(value) : property.is(value);
    case "ne":
      return property.isNot(value);
    case "gt":
      return property.greaterThan(value);
    case "gte":
      return property.atLeast(value);
    case "lt":
      return property.lessThan(value);
    case "lte":
      return property.atMost(value);
    case "in":
      return property.in(value as readonly unknown[]);
    case "null":
      return value === true ? property.isNull() : property.isNotNull();
    case "empty":
      return value === true ? property.isEmpty() : not(property.isEmpty());
    default:
      return textCriteria(path, operator, value as string);
  }
}

function textCriteria(path: string, operator: Filter["operator"], text: string): Criteria {
  const property = where(path);
  switch (operator) {
    case "contains":
      return property.containing(text);
    case "startsWith":
      return property.startingWith(text);
    case "endsWith":
      return property.endingWith(text);
    case "containsIgnoreCase":
      return property.containing(text).ignoringCase();
    case "startsWithIgnoreCase":
      return property.startingWith(text).ignoringCase();
    default:
      return property.is(text).ignoringCase();
  }
}

function unknownParameter(name: string, query: QueryParameters, known: readonly string[]): RejectedParameter {
  // The time to compare names grows with their length.
  const meant = name.length > maxComparedLength ? undefined : closestName(name, known);
  return {
    parameter: shortened(name),
    value: shortened(query.get(name) ?? ""),
    message: "must be a parameter that the collection takes" +
      (meant === undefined ? "" : ` (did you mean "${meant}"?)`),
  };
}
