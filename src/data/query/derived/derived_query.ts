import { and, type Criteria, everything, or } from "../../criteria.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { resolvePath } from "../../entity/property_path.ts";
import type { ExpectedCondition } from "../../expected_query.ts";
import { Sort } from "../../sort.ts";
import { where } from "../../where.ts";
import { resolveSort } from "../resolve_sort.ts";
import type { Condition } from "./condition.ts";
import type { KeywordType } from "./keyword.ts";
import { ignoringCase, keywordCriteria } from "./keyword_criteria.ts";
import { checkFits } from "./keyword_fit.ts";
import { beginnings, beginsAsQuery, parseMethodName, type Part, type PartTree } from "./part_tree.ts";
import { propertyOfName } from "./property_of_name.ts";
import { parametersOf, type QueryParameter } from "./query_parameter.ts";

/** A method name read as a query on an entity. */
export class DerivedQuery {
  /** The name taken apart. */
  readonly tree: PartTree;
  /** The static sort. */
  readonly sort: Sort;
  /** The parameters of the conditions, in the order of the arguments. */
  readonly parameters: readonly QueryParameter[];
  readonly #alternatives: readonly (readonly Condition[])[];

  private constructor(tree: PartTree, sort: Sort, alternatives: readonly (readonly Condition[])[]) {
    this.tree = tree;
    this.sort = sort;
    this.parameters = parametersOf(alternatives.flat());
    this.#alternatives = alternatives;
  }

  /**
   * Reads a method name.
   *
   * @param models the models of the database
   * @param model the entity
   * @param methodName for example `findByAuthorNameContainingIgnoreCaseOrderByPublishedDesc`
   * @throws TypeError naming the method and the part that can't be read
   */
  static of(models: EntityModels, model: EntityModel, methodName: string): DerivedQuery {
    const tree = readPart(() => parseMethodName(methodName), { methodName, part: methodName, model });
    const alternatives = tree.alternatives.map((parts) =>
      parts.map((part) => readPart(() => conditionOf(models, model, part), { methodName, part: part.text, model }))
    );
    const sort = readPart(() => sortOf(models, model, tree.sort), { methodName, part: String(tree.sort), model });
    return new DerivedQuery(tree, sort, alternatives);
  }

  /** The conditions for which an index is useful. */
  get conditions(): readonly (readonly ExpectedCondition[])[] {
    return this.#alternatives.map((conditions) =>
      conditions.map(({ part, path, property, ignoreCase }): ExpectedCondition => ({
        path,
        // Elements of a list are not in a column.
        kind: property.descriptor.kind === "list" ? "other" : indexUses[part.keyword.type] ?? "other",
        ignoreCase,
      }))
    );
  }

  /** Returns the criteria for the arguments of one call. */
  criteria(args: readonly unknown[]): Criteria {
    let next = 0;
    const alternatives = this.#alternatives.map((conditions) =>
      and(...conditions.map((condition) => {
        const own = args.slice(next, next += condition.part.keyword.argumentCount);
        return criteriaOf(condition, own);
      }))
    );
    return alternatives.length === 0 ? everything : or(...alternatives);
  }
}

/** Conditions for which an index is useful; null checks and booleans are not selective enough. */
const indexUses: Readonly<Partial<Record<KeywordType, ExpectedCondition["kind"]>>> = {
  SIMPLE_PROPERTY: "equal",
  IN: "equal",
  BETWEEN: "range",
  LESS_THAN: "range",
  LESS_THAN_EQUAL: "range",
  GREATER_THAN: "range",
  GREATER_THAN_EQUAL: "range",
  BEFORE: "range",
  AFTER: "range",
  STARTING_WITH: "start",
};

interface Reading {
  readonly methodName: string;
  readonly part: string;
  readonly model: EntityModel;
}

function readPart<R>(read: () => R, { methodName, part, model }: Reading): R {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(
      `Cannot derive a query from method "${methodName}" of the repository of ${model.name} as "${part}" must name a ` +
        `property and what is asked of it: ${reason}${
          beginsAsQuery(methodName) ? "" : `; names begin with ${beginnings}`
        }`,
      { cause },
    );
  }
}

function conditionOf(models: EntityModels, model: EntityModel, part: Part): Condition {
  const path = propertyOfName(models, model, part.property);
  const property = resolvePath(models, model, path).steps.at(-1)!;
  const isText = property.kind === "column" && property.type === "text";
  if (part.ignoreCase === "always" && !isText) {
    throw new TypeError(`Cannot ignore the case of "${path}" as it must be text`);
  }
  checkFits(part.keyword, path, property);
  return { part, path, property, ignoreCase: part.ignoreCase !== "never" && isText };
}

function sortOf(models: EntityModels, model: EntityModel, sort: Sort): Sort {
  const named = Sort.by(
    ...sort.orders.map((order) => order.withProperty(propertyOfName(models, model, order.property))),
  );
  resolveSort(models, model, named);
  return named;
}

function criteriaOf({ part, path, ignoreCase, property }: Condition, args: readonly unknown[]): Criteria {
  const criteria = keywordCriteria[part.keyword.type](where(path), args, property.descriptor.kind === "list");
  return ignoreCase ? ignoringCase(criteria) : criteria;
}
