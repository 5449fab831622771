import { describeValue, isTemporal, redacted } from "../../kernel/mod.ts";
import { type Comparison, type Criteria, everything, type InCriteria, type TextCriteria } from "../criteria.ts";
import { columnValue } from "../entity/column_value.ts";
import { UnfitValueError } from "../entity/unfit_value_error.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { toJsonValue } from "../mapping/json_value.ts";
import { embeddedRow } from "../mapping/row_of.ts";
import { columnsOfLeaf, followPath, type ResolvedPath } from "./column_paths.ts";
import type { ReferenceProperty } from "../entity/property_model.ts";
import { columnsAreIn, matchingId, matchingIds, resolvedIds } from "./matching_ids.ts";
import type { ColumnRef, ResolvedCriteria } from "./resolved_criteria.ts";

/** A criterion about one property. */
type Leaf = Exclude<Criteria, { kind: "and" | "or" | "not" | "some" | "ids" }>;

const nothing: ResolvedCriteria = { kind: "or", operands: [] };

/** Turns the paths of criteria into columns, and checks values against them. */
export class CriteriaResolver {
  readonly #models: EntityModels;
  readonly #model: EntityModel;

  /**
   * @param models the models of the database
   * @param model the entity that paths begin at
   */
  constructor(models: EntityModels, model: EntityModel) {
    this.#models = models;
    this.#model = model;
  }

  /**
   * Resolves criteria.
   *
   * @throws UnknownPropertyError when a path does not exist
   * @throws TypeError when a value does not fit its property, or an operation the property's type
   */
  resolve(criteria: Criteria): ResolvedCriteria {
    switch (criteria.kind) {
      case "and":
        return { kind: "and", operands: this.#groupedByCollection(criteria.operands) };
      case "or":
        return { kind: "or", operands: criteria.operands.map((operand) => this.resolve(operand)) };
      case "not":
        return { kind: "not", operand: this.resolve(criteria.operand) };
      case "some":
        return this.#some(this.#follow(criteria.path), criteria.criteria);
      case "ids":
        return resolvedIds(this.#models, this.#model, criteria.ids);
      default:
        requireCriterion(criteria);
        return this.#leaf(criteria);
    }
  }

  // Conditions on several properties of one collection apply to the same element.
  #groupedByCollection(operands: readonly Criteria[]): ResolvedCriteria[] {
    const groups = new Map<string, { path: ResolvedPath; inner: Criteria[] }>();
    const resolved: ResolvedCriteria[] = [];
    for (const operand of operands) {
      const path = isLeaf(operand) ? this.#follow(operand.path) : undefined;
      if (path?.behind === undefined || path.behind.rest === "" || !isLeaf(operand)) {
        resolved.push(this.resolve(operand));
        continue;
      }
      const key = path.path.text.slice(0, -path.behind.rest.length);
      const group = groups.get(key) ?? { path, inner: [] };
      group.inner.push({ ...operand, path: path.behind.rest });
      groups.set(key, group);
    }
    for (const { path, inner } of groups.values()) resolved.push(this.#someOrAbsent(path, inner));
    return resolved;
  }

  #leaf(criteria: Leaf): ResolvedCriteria {
    const path = this.#follow(criteria.path);
    if (path.behind !== undefined) return this.#behindCollection(path, criteria);
    const own = this.#ownLeaf(path, criteria);
    return isNegated(criteria) ? { kind: "not", operand: own } : own;
  }

  #ownLeaf(path: ResolvedPath, criteria: Leaf): ResolvedCriteria {
    switch (criteria.kind) {
      case "comparison":
        return this.#comparison(path, criteria);
      case "in":
        return this.#in(path, criteria);
      case "text":
        return this.#text(path, criteria);
      case "null":
        return { kind: "and", operands: this.#columns(path).map((column) => ({ kind: "null", column })) };
      case "empty":
        return { kind: "not", operand: { kind: "elements", column: this.#listColumn(path, "be empty") } };
      case "member": {
        const column = this.#listColumn(path, "hold an element");
        const { descriptor } = path.leaf;
        const member = descriptor.kind === "list" ? toJsonValue(descriptor.element, criteria.value) : criteria.value;
        return { kind: "elements", column, member };
      }
    }
  }

  // A negation applies to one element; emptiness and membership apply to the list itself.
  #behindCollection(path: ResolvedPath, criteria: Leaf): ResolvedCriteria {
    const { rest, collection } = path.behind!;
    if (rest !== "") return this.#someOrAbsent(path, [{ ...criteria, path: rest }]);
    const opposite = (operand: ResolvedCriteria): ResolvedCriteria => ({ kind: "not", operand });
    if (criteria.kind === "empty") {
      const filled = this.#some(path, everything);
      return isNegated(criteria) ? filled : opposite(filled);
    }
    const target = this.#models.of(collection.target);
    if (criteria.kind === "member" || (criteria.kind === "comparison" && criteria.operator === "=")) {
      const held = this.#some(path, matchingId(target, this.#idOfElement(path, criteria.value, target)));
      return isNegated(criteria) ? opposite(held) : held;
    }
    if (criteria.kind === "in") {
      const matching = matchingIds(target, criteria.values.map((value) => this.#idOfElement(path, value, target)));
      return this.#some(path, isNegated(criteria) ? negated(matching) : matching);
    }
    throw this.#unfit(path, `take part in "${criteria.kind}"`, "a single value");
  }

  // As in an outer join: where there is no element, all of its properties are null.
  #someOrAbsent(path: ResolvedPath, criteria: readonly Criteria[]): ResolvedCriteria {
    const found = this.#some(path, { kind: "and", operands: criteria });
    if (!criteria.every(asksForNull)) return found;
    return { kind: "or", operands: [found, { kind: "not", operand: this.#some(path, everything) }] };
  }

  #some(path: ResolvedPath, criteria: Criteria): ResolvedCriteria {
    if (path.behind === undefined) throw this.#unfit(path, "be searched for elements", "a list of entities");
    const { collection, owner } = path.behind;
    const target = this.#models.of(collection.target);
    const inner = new CriteriaResolver(this.#models, target).resolve(criteria);
    return { kind: "some", via: path.via, collection, owner, target, criteria: inner };
  }

  #comparison(path: ResolvedPath, { operator, value, ignoreCase = false }: Comparison): ResolvedCriteria {
    const operands = this.#valuesFor(path, value).map(([column, single]): ResolvedCriteria => {
      if (single === null) {
        if (operator === "=") return { kind: "null", column };
        return operator === "<>" ? { kind: "not", operand: { kind: "null", column } } : nothing;
      }
      return { kind: "comparison", column, operator, value: single, ignoreCase: this.#caseOf(column, ignoreCase) };
    });
    const isPlain = operands.length === 1 && this.#columns(path)[0]!.type !== "json";
    if (isPlain) return operands[0]!;
    if (operator === "=") return { kind: "and", operands };
    if (operator === "<>") return { kind: "or", operands };
    throw this.#unfit(path, `be compared with "${operator}"`, "a single value");
  }

  #in(path: ResolvedPath, { values, ignoreCase = false }: InCriteria): ResolvedCriteria {
    const columns = this.#columns(path);
    if (path.leaf.kind === "reference" && path.leaf.parts !== undefined) return this.#inIds(path, columns, values);
    const column = columns[0]!;
    if (columns.length !== 1) throw this.#unfit(path, "be looked for in a list", "a single value");
    const converted = values.map((value) => this.#valuesFor(path, value)[0]![1]).filter((value) => value !== null);
    const isIn: ResolvedCriteria = {
      kind: "in",
      column,
      values: converted,
      ignoreCase: this.#caseOf(column, ignoreCase),
    };
    const hasNull = converted.length < values.length;
    return hasNull ? { kind: "or", operands: [isIn, { kind: "null", column }] } : isIn;
  }

  #inIds(path: ResolvedPath, columns: readonly ColumnRef[], values: readonly unknown[]): ResolvedCriteria {
    const rows = values.map((value) => this.#valuesFor(path, value).map(([, part]) => part));
    const isIn = columnsAreIn(columns, rows.filter((row) => !row.includes(null)));
    const absent: ResolvedCriteria = {
      kind: "and",
      operands: columns.map((column) => ({ kind: "null" as const, column })),
    };
    return rows.some((row) => row.includes(null)) ? { kind: "or", operands: [isIn, absent] } : isIn;
  }

  #text(path: ResolvedPath, { match, text, ignoreCase = false }: TextCriteria): ResolvedCriteria {
    const columns = this.#columns(path);
    const column = columns[0];
    if (path.leaf.descriptor.kind === "list" && column?.type === "json" && match === "containing") {
      return { kind: "elements", column, member: text };
    }
    if (columns.length !== 1 || column?.type !== "text") throw this.#unfit(path, "be searched for text", "a string");
    if (typeof text !== "string") {
      throw new TypeError(
        `Cannot search ${this.#label(path)} as the text must be a string: current value is "${
          column.stored?.isSecret ? redacted : text
        }"`,
      );
    }
    return { kind: "text", column, match, text, ignoreCase };
  }

  #valuesFor(path: ResolvedPath, value: unknown): [ColumnRef, unknown][] {
    const columns = this.#columns(path);
    if (path.leaf.kind === "embedded") {
      if (!isAbsent(value) && typeof value !== "object") throw this.#unfitting(path, "an object", value);
      const row = embeddedRow(this.#models, path.leaf, { label: this.#label(path), value });
      return columns.map((column) => [column, row[column.column]]);
    }
    if (path.leaf.descriptor.kind === "list" && !isAbsent(value) && !Array.isArray(value)) {
      throw this.#unfitting(path, "a list", value);
    }
    const isReference = path.leaf.kind === "reference";
    if (path.leaf.kind === "reference" && path.leaf.parts !== undefined) {
      const parts = this.#partsFor(path.leaf, value);
      return columns.map((column, i) => [column, this.#fitting(column, parts?.[i])]);
    }
    const single = isReference ? idOf(this.#models.of(path.leaf.target), value) : value;
    return columns.map((column) => {
      const plain = column.type === "json" ? toJsonValue(path.leaf.descriptor, single) : single;
      return [column, this.#fitting(column, plain)];
    });
  }

  /** Returns the values of a composite id; `undefined` for null. */
  #partsFor({ target }: ReferenceProperty, value: unknown): unknown[] | undefined {
    if (isAbsent(value)) return undefined;
    const { id } = this.#models.of(target);
    return id.partsOf(typeof value === "object" ? id.of(value!) : value);
  }

  #fitting(column: ColumnRef, value: unknown): unknown {
    const { path, type, stored } = column;
    return columnValue({ label: `${this.#model.name}.${path}`, type, stored }, value);
  }

  #caseOf(column: ColumnRef, ignoreCase: boolean): boolean {
    if (!ignoreCase || column.type === "text") return ignoreCase;
    throw new TypeError(
      `Cannot ignore the case of ${this.#model.name}.${column.path} as it must be text: its type is ${column.type}`,
    );
  }

  #listColumn(path: ResolvedPath, what: string): ColumnRef {
    const column = this.#columns(path)[0];
    if (path.leaf.descriptor.kind === "list" && column?.type === "json") return column;
    throw this.#unfit(path, what, "a list");
  }

  #columns(path: ResolvedPath): ColumnRef[] {
    return columnsOfLeaf(this.#models, path);
  }

  #follow(path: string): ResolvedPath {
    return followPath(this.#models, this.#model, path);
  }

  #idOfElement(path: ResolvedPath, value: unknown, target: EntityModel): unknown {
    if (Array.isArray(value)) throw this.#unfitting(path, "one element of the list", value);
    return idOf(target, value);
  }

  #label(path: ResolvedPath): string {
    return `${this.#model.name}.${path.path.text}`;
  }

  #unfit(path: ResolvedPath, what: string, needed: string): TypeError {
    return new TypeError(`Cannot let ${this.#label(path)} ${what} as it must be ${needed}: it is described otherwise`);
  }

  #unfitting(path: ResolvedPath, needed: string, value: unknown): TypeError {
    return new UnfitValueError({ label: this.#label(path), needed, shown: describeValue(value) });
  }
}

function isLeaf(criteria: Criteria): criteria is Leaf {
  return !["and", "or", "not", "some", "ids"].includes(criteria.kind);
}

function isNegated(criteria: Leaf): boolean {
  return criteria.kind !== "comparison" && criteria.negated === true;
}

function asksForNull(criteria: Criteria): boolean {
  if (criteria.kind === "null") return criteria.negated !== true;
  if (criteria.kind === "comparison") return criteria.operator === "=" && isAbsent(criteria.value);
  return criteria.kind === "in" && criteria.negated !== true && criteria.values.some(isAbsent);
}

// A reference may be compared with the entity itself or with its id.
function idOf({ id }: EntityModel, value: unknown): unknown {
  return typeof value === "object" && value !== null && !(value instanceof Date) && !isTemporal(value)
    ? id.of(value)
    : value;
}

/** Negates criteria for the same element. */
function negated(criteria: Criteria): Criteria {
  return criteria.kind === "in" ? { ...criteria, negated: true } : { kind: "not", operand: criteria };
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Checks values at run time, as callers may bypass the compiler. */
function requireCriterion(criterion: Leaf): void {
  if (typeof criterion.kind === "string") return;
  throw new TypeError(
    'Cannot query as criteria must be made by where("title").is("Emma"), or an example by Example.of(…): current value ' +
      `is ${describeValue(criterion)}`,
  );
}
