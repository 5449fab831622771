import type { Aggregate, AggregateKind, Aggregates } from "../aggregate.ts";
import type { Criteria } from "../criteria.ts";
import { columnValue } from "../entity/column_value.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type { ColumnType } from "../entity/property_model.ts";
import { UnknownPropertyError } from "../entity/unknown_property_error.ts";
import type { Order } from "../order.ts";
import type { AggregateQuery, GroupOrder, Measure } from "./aggregate_query.ts";
import { columnsOfLeaf, followPath } from "./column_paths.ts";
import type { ColumnRef, ResolvedCriteria } from "./resolved_criteria.ts";

/** A request for aggregates. */
export interface AggregateRequest {
  readonly aggregates: Aggregates;
  readonly groupBy?: readonly string[] | undefined;
  readonly having?: Criteria | undefined;
  readonly orders?: readonly Order[] | undefined;
  readonly limit?: number | undefined;
  readonly criteria: ResolvedCriteria;
}

/** A query, and the index of each aggregate in the row of a group. */
export interface ResolvedAggregates {
  readonly query: AggregateQuery;
  /** The index of each aggregate's value; for averages, of the sum, which the count follows. */
  readonly indexes: ReadonlyMap<string, number>;
}

const numbers: readonly ColumnType[] = ["integer", "float", "bigint", "decimal"];
const unordered: readonly ColumnType[] = ["json", "bytes", "boolean"];

/** Turns the paths of aggregates and groups into columns. */
export class AggregateResolver {
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
   * Resolves a request.
   *
   * @throws UnknownPropertyError when a path or a name is unknown
   * @throws TypeError when an aggregate does not support its property
   */
  resolve(request: AggregateRequest): ResolvedAggregates {
    const { aggregates, groupBy, having, orders = [], limit, criteria } = request;
    if (groupBy?.length === 0) throw this.#refused("group", "groupBy must name a property: the list is empty");
    const groups = (groupBy ?? []).map((path) => this.#column(path, `group by "${path}"`, (type) => type !== "json"));
    const named = new Map<string, Measure>();
    const measures: Measure[] = [];
    const indexes = new Map<string, number>();
    for (const [name, aggregate] of Object.entries(aggregates)) {
      if (groupBy?.includes(name)) {
        throw this.#refused(`name a value "${name}"`, "the group has a property of that name");
      }
      const measure = this.#measure(aggregate, name);
      named.set(name, measure);
      indexes.set(name, groups.length + measures.length);
      measures.push(...returned(measure));
    }
    const columns = [...groups.map((column) => nameColumn(column.path, column.type)), ...namedColumns(named)];
    const known = new Map(columns.map((column) => [column.path, column]));
    const query: AggregateQuery = {
      model: this.#model,
      criteria,
      groups,
      measures,
      named,
      having: having === undefined ? undefined : this.#having(having, known),
      orders: this.#orders(orders, known, groups),
      limit,
    };
    return { query, indexes };
  }

  #measure({ kind, path }: Aggregate, name: string): Measure {
    if (!Object.hasOwn(resultTypes, kind)) {
      throw this.#refused(`compute "${name}"`, 'it must be made by count(), sum("…"), avg, min or max');
    }
    if (path === undefined) return { kind: "count", result: { type: "integer" } };
    const { fits, result } = resultTypes[kind];
    const column = this.#column(path, `compute "${name}", the ${kind} of "${path}",`, fits);
    return {
      kind: kind === "bigintSum" ? "sum" : kind,
      column,
      result: { type: result(column.type), ...storedOf(kind, column) },
    };
  }

  #column(path: string, action: string, fits: (type: ColumnType) => boolean): ColumnRef {
    const resolved = followPath(this.#models, this.#model, path);
    const [column, second] = resolved.behind === undefined ? columnsOfLeaf(this.#models, resolved) : [];
    const isEntity = resolved.path.steps.at(-1)?.kind === "reference";
    if (column !== undefined && second === undefined && !isEntity && fits(column.type)) return { ...column, path };
    const hint = isEntity ? `its id, "${path}.…", can be used` : "it is described otherwise";
    throw this.#refused(action, `it must be a single value that fits, not behind a list: ${hint}`);
  }

  #having(criteria: Criteria, known: ReadonlyMap<string, ColumnRef>): ResolvedCriteria {
    switch (criteria.kind) {
      case "and":
      case "or":
        return { kind: criteria.kind, operands: criteria.operands.map((operand) => this.#having(operand, known)) };
      case "not":
        return { kind: "not", operand: this.#having(criteria.operand, known) };
      case "null":
        return negatedIf(criteria.negated, { kind: "null", column: this.#known(criteria.path, known) });
      case "comparison": {
        const { operator, path, value, ignoreCase = false } = criteria;
        const column = this.#known(path, known);
        const fitting = this.#fitting(column, value);
        if (fitting !== null) return { kind: "comparison", column, operator, value: fitting, ignoreCase };
        if (operator === "=") return { kind: "null", column };
        return operator === "<>" ? { kind: "not", operand: { kind: "null", column } } : { kind: "or", operands: [] };
      }
      case "in": {
        const { path, values, negated, ignoreCase = false } = criteria;
        const column = this.#known(path, known);
        const fitting = values.map((value) => this.#fitting(column, value)).filter((value) => value !== null);
        return negatedIf(negated, { kind: "in", column, values: fitting, ignoreCase });
      }
      default:
        throw this.#refused("restrict groups", `"${criteria.kind}" must be asked of entities: use "where"`);
    }
  }

  #fitting({ path, type }: ColumnRef, value: unknown): unknown {
    return columnValue({ label: `${path} of a group of ${this.#model.name}`, type }, value);
  }

  #orders(
    orders: readonly Order[],
    known: ReadonlyMap<string, ColumnRef>,
    groups: readonly ColumnRef[],
  ): GroupOrder[] {
    const stated = orders.map(({ property, isDescending, nullHandling }): GroupOrder => {
      this.#known(property, known);
      const nullsFirst = nullHandling === "NATIVE" ? isDescending : nullHandling === "NULLS_FIRST";
      return { name: property, descending: isDescending, nullsFirst };
    });
    const rest = groups.filter(({ path }) => !stated.some(({ name }) => name === path));
    return [...stated, ...rest.map(({ path }) => ({ name: path, descending: false, nullsFirst: false }))];
  }

  #known(name: string, known: ReadonlyMap<string, ColumnRef>): ColumnRef {
    const column = known.get(name);
    if (column !== undefined) return column;
    const type = `a group of ${this.#model.name}`;
    throw new UnknownPropertyError({ property: name, type, known: [...known.keys()], path: name });
  }

  #refused(action: string, needed: string): TypeError {
    return new TypeError(`Cannot ${action} for ${this.#model.name} as ${needed}`);
  }
}

interface ResultType {
  readonly fits: (type: ColumnType) => boolean;
  readonly result: (type: ColumnType) => ColumnType;
}

const isNumber = (type: ColumnType) => numbers.includes(type);
const isOrdered = (type: ColumnType) => !unordered.includes(type);
const sumType = (type: ColumnType): ColumnType => type === "float" ? "float" : "decimal";

const resultTypes: Readonly<Record<AggregateKind, ResultType>> = {
  count: { fits: () => true, result: () => "integer" },
  countDistinct: { fits: (type) => type !== "json", result: () => "integer" },
  sum: { fits: isNumber, result: sumType },
  bigintSum: { fits: (type) => type === "integer" || type === "bigint", result: sumType },
  avg: { fits: isNumber, result: () => "float" },
  min: { fits: isOrdered, result: (type) => type },
  max: { fits: isOrdered, result: (type) => type },
};

/** Minimum and maximum are compared like their column. */
function storedOf(kind: AggregateKind, { stored }: ColumnRef) {
  return (kind === "min" || kind === "max") && stored !== undefined ? { stored } : {};
}

/** Averages are computed from sum and count, so that all stores have the same result. */
function returned(measure: Measure): Measure[] {
  const { kind, column } = measure;
  if (kind !== "avg" || column === undefined) return [measure];
  return [
    { kind: "sum", column, result: { type: sumType(column.type) } },
    { kind: "count", column, result: { type: "integer" } },
  ];
}

function namedColumns(named: ReadonlyMap<string, Measure>): ColumnRef[] {
  return [...named].map(([name, { result }]) => ({ ...nameColumn(name, result.type), ...result }));
}

function nameColumn(name: string, type: ColumnType): ColumnRef {
  return { path: name, column: name, type, via: [], nullable: true };
}

function negatedIf(negated: boolean | undefined, operand: ResolvedCriteria): ResolvedCriteria {
  return negated === true ? { kind: "not", operand } : operand;
}
