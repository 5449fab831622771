import { describeValue } from "../../kernel/mod.ts";
import { columnValue } from "../entity/column_value.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type { PropertyModel } from "../entity/property_model.ts";
import { UnfitValueError } from "../entity/unfit_value_error.ts";
import { columnsOfLeaf, followPath } from "./column_paths.ts";
import type { ColumnRef, ResolvedCriteria } from "./resolved_criteria.ts";

/** The parents whose children are read by one statement. */
export interface Parents {
  /** The column that refers to the parent, in the child's table or in a table that the child refers to. */
  readonly column: ColumnRef;
  /** The distinct values of the column, without null. */
  readonly values: readonly unknown[];
}

/** The path from rows to their parents. */
export interface ParentPath {
  /** The column that the parents' values are compared with. */
  readonly column: ColumnRef;
  /** The criteria for the children of the current parent. */
  readonly criteria: ResolvedCriteria;
  /** Returns the value of a parent, which is given as an entity or as its value; `null` if it has none. */
  valueOf(parent: unknown): unknown;
}

/**
 * Follows a path from rows to their parents: a reference, a property that holds an id, or a list.
 *
 * @param models the models of the database
 * @param model the entity of the rows
 * @param text the property path
 * @throws UnknownPropertyError when a property of the path does not exist
 * @throws TypeError when the path has another target
 */
export function parentPath(models: EntityModels, model: EntityModel, text: string): ParentPath {
  const path = followPath(models, model, text);
  const purpose = `Cannot read items under each parent by "${text}"`;
  if (path.behind !== undefined) {
    const { collection, owner, rest } = path.behind;
    const target = models.of(collection.target);
    const inner = parentPath(models, target, rest === "" ? target.id.single(purpose).name : rest);
    const criteria: ResolvedCriteria = {
      kind: "some",
      via: path.via,
      collection,
      owner,
      target,
      criteria: inner.criteria,
    };
    const valueOf = (parent: unknown) => inner.valueOf(rest === "" ? referred(parent, target) : parent);
    return { column: inner.column, criteria, valueOf };
  }
  const [column, second] = columnsOfLeaf(models, path);
  requireSingleId(path.leaf, { purpose, text });
  if (column === undefined || second !== undefined || column.type === "json") {
    throw new TypeError(
      `Cannot read items under each parent by "${text}" as it must be a reference, an id or a list of entities of ` +
        `${model.name}: it is described otherwise`,
    );
  }
  const target = path.leaf.kind === "reference" ? models.of(path.leaf.target) : undefined;
  const label = `${model.name}.${text}`;
  const valueOf = (parent: unknown) => {
    const value = target === undefined ? parent : referred(parent, target);
    if (value === undefined) {
      throw new UnfitValueError({ label, needed: "a parent or what refers to it", shown: describeValue(parent) });
    }
    return columnValue({ label, type: column.type }, value);
  };
  return { column, criteria: { kind: "parent", column }, valueOf };
}

function requireSingleId(
  leaf: PropertyModel,
  { purpose, text }: { readonly purpose: string; readonly text: string },
): void {
  if (leaf.kind !== "reference" || leaf.parts === undefined) return;
  const names = leaf.parts.map(({ name }) => `"${name}"`).join(", ");
  throw new TypeError(
    `${purpose} as what it refers to must have a single id: its id is [${names}]. Read them by ` +
      `where("${text}").in([…]), or under one of its properties`,
  );
}

// A parent may be given as an entity or by its id.
function referred(parent: unknown, { id }: EntityModel): unknown {
  const isEntity = typeof parent === "object" && parent !== null && !(parent instanceof Date) &&
    !(parent instanceof Uint8Array);
  return isEntity ? id.of(parent) : parent;
}
