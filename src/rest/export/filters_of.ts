import { type ExpectedCondition, expectQuery } from "../../data/mod.ts";
import { type AnyDescriptor, closestName, describeValue, descriptionOf, idNamesOf, t } from "../../kernel/mod.ts";
import type { CollectionLookup } from "./collection_lookup.ts";
import type { ExportedCollection, Filter } from "./exported_collection.ts";
import { type Field, isEntityClass, targetClassOf } from "./field.ts";
import type { FilterOperator } from "./filter_options.ts";

const comparing: readonly FilterOperator[] = ["eq", "ne", "in", "gt", "gte", "lt", "lte"];
const searching: readonly FilterOperator[] = [
  ...comparing,
  "contains",
  "startsWith",
  "endsWith",
  "eqIgnoreCase",
  "containsIgnoreCase",
  "startsWithIgnoreCase",
];
const equating: readonly FilterOperator[] = ["eq", "ne", "in"];

/**
 * Creates the filters that a collection's options allow.
 *
 * @param collection the collection
 * @param registry all collections
 * @returns the filters by their parameters
 * @throws TypeError when a path names no property of documents, or the property does not support an operator
 */
export function filtersOf(collection: ExportedCollection, registry: CollectionLookup): ReadonlyMap<string, Filter> {
  const filters = new Map<string, Filter>();
  const allowed = Object.entries(collection.options.filters ?? {});
  if (allowed.length > 0) requireCriteria(collection);
  for (const [path, operators] of allowed) {
    const subject = new FilterSubject(collection, registry, path);
    const { operators: suiting, ...property } = subject.resolve();
    expectFilter(collection, property.path, operators === true ? suiting : operators);
    for (const operator of operators === true ? suiting : operators) {
      if (!suiting.includes(operator)) throw subject.unsuitable(operator, suiting);
      const parameter = operator === "eq" ? path : `${path}.${operator}`;
      const takesFlag = operator === "null" || operator === "empty";
      filters.set(parameter, { ...property, parameter, operator, ...(takesFlag ? { descriptor: t.boolean } : {}) });
    }
  }
  return filters;
}

const indexUses: Readonly<Partial<Record<FilterOperator, ExpectedCondition>>> = {
  eq: { path: "", kind: "equal" },
  in: { path: "", kind: "equal" },
  gt: { path: "", kind: "range" },
  gte: { path: "", kind: "range" },
  lt: { path: "", kind: "range" },
  lte: { path: "", kind: "range" },
  startsWith: { path: "", kind: "start" },
  eqIgnoreCase: { path: "", kind: "equal", ignoreCase: true },
  startsWithIgnoreCase: { path: "", kind: "start", ignoreCase: true },
};

/** Registers the operator that benefits most from an index, so that the startup check reports a missing one. */
function expectFilter(
  { repository, path: collection }: ExportedCollection,
  path: string,
  operators: readonly FilterOperator[],
): void {
  const use = Object.entries(indexUses).find(([operator]) => operators.some((each) => each === operator))?.[1];
  if (use === undefined) return;
  expectQuery(repository, {
    origin: `filter "${path}" of "${collection}"`,
    alternatives: [[{ ...use, path }]],
    isLimited: true,
  });
}

type Filtered = Omit<Filter, "parameter" | "operator"> & { readonly operators: readonly FilterOperator[] };

/** One path of the option `filters`. */
class FilterSubject {
  readonly #collection: ExportedCollection;
  readonly #registry: CollectionLookup;
  readonly #path: string;

  constructor(collection: ExportedCollection, registry: CollectionLookup, path: string) {
    this.#collection = collection;
    this.#registry = registry;
    this.#path = path;
  }

  resolve(): Filtered {
    const [first, ...rest] = this.#path.split(".");
    const association = [...this.#collection.associations.values()].find(({ name }) => name === first);
    if (association?.holdsIds === true && association.property !== undefined) {
      if (rest.length > 0) throw this.#refusal(`must not lead through "${first}", which is held as an id`);
      const { property, target, many } = association;
      const operators: readonly FilterOperator[] = many ? ["eq", "empty"] : [...equating, "null"];
      return { path: property, descriptor: t.string, target, isList: many, operators };
    }
    return this.#follow(this.#collection.fields, [first!, ...rest], []);
  }

  /** Creates the error of an operator that the property does not support. */
  unsuitable(operator: FilterOperator, suiting: readonly FilterOperator[]): TypeError {
    const known = suiting.map((name) => `"${name}"`).join(", ");
    return this.#refusal(`must be compared by one of ${known}: current value is ${describeValue(operator)}`);
  }

  #follow(fields: readonly Field[], [name, ...rest]: readonly string[], before: readonly string[]): Filtered {
    const shown = fields.filter((field) => !field.hidden);
    const field = shown.find((candidate) => candidate.name === name);
    if (field === undefined) {
      const meant = closestName(name!, shown.map((candidate) => candidate.name));
      const hint = meant === undefined ? "" : `: did you mean "${[...before, meant].join(".")}"?`;
      throw this.#refusal(`must name a property that documents show${hint}`);
    }
    const path = [...before, field.property];
    if (rest.length === 0) return this.#leaf(field, path.join("."));
    const type = targetClassOf(field.descriptor);
    const isFollowed = type !== undefined && (field.descriptor.kind === "object" || isEntityClass(type));
    if (!isFollowed) throw this.#refusal(`must not lead through "${name}", which is a single value or a list`);
    const version = descriptionOf(type)?.entity.version;
    const inner = this.#registry.fieldsOf(type).filter(({ property }) => property !== version);
    return this.#follow(inner, rest, path);
  }

  #leaf(field: Field, path: string): Filtered {
    const { descriptor } = field;
    if (field === this.#collection.version) throw this.#refusal("must not name the version, which the ETag tells");
    if (descriptor.kind === "list") return this.#list(path, descriptor.element);
    const target = this.#registry.linkedFrom(descriptor);
    const own = target === undefined ? operatorsOf(descriptor) : equating;
    const operators: readonly FilterOperator[] = [...own, "null"];
    if (target !== undefined) return { path, descriptor: t.string, target, isList: false, operators };
    if (operators.length === 1) throw this.#refusal("must name a single value");
    return { path, descriptor: idOrValue(descriptor), isList: false, operators };
  }

  #list(path: string, element: AnyDescriptor): Filtered {
    const operators: readonly FilterOperator[] = ["eq", "empty"];
    const target = this.#registry.linkedFrom(element);
    if (target !== undefined) return { path, descriptor: t.string, target, isList: true, operators };
    if (operatorsOf(element).length === 0) throw this.#refusal("must name a list of single values");
    return { path, descriptor: idOrValue(element), isList: true, operators };
  }

  #refusal(message: string): TypeError {
    return new TypeError(`Cannot filter "${this.#collection.type.name}" by "${this.#path}" as it ${message}`);
  }
}

/** Returns the operators of a type; none if its values have no text form. */
function operatorsOf(descriptor: AnyDescriptor): readonly FilterOperator[] {
  switch (descriptor.kind) {
    case "enum":
      return equating;
    case "object":
      return idNamesOf(descriptionOf(descriptor.type())?.entity ?? {}).length === 1 ? equating : [];
    case "scalar":
      if (descriptor.name === "String" || descriptor.name === "ID") return searching;
      if (descriptor.name === "Boolean") return ["eq", "ne"];
      return descriptor.name === "Json" || descriptor.name === "Bytes" ? [] : comparing;
    default:
      return [];
  }
}

/** Identifies an entity without a URI by its id. */
function idOrValue(descriptor: AnyDescriptor): AnyDescriptor {
  if (descriptor.kind !== "object") return descriptor;
  const { entity, properties } = descriptionOf(descriptor.type())!;
  const [id] = idNamesOf(entity);
  return properties.get(id!)!;
}

function requireCriteria({ repository, type }: ExportedCollection): void {
  if (typeof (repository as { findBy?: unknown }).findBy === "function") return;
  throw new TypeError(`Cannot filter "${type.name}" as its repository must have findBy, which takes criteria`);
}
