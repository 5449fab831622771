import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type { Order } from "../order.ts";
import type { Sort } from "../sort.ts";
import { columnsOfLeaf, followPath, idColumns } from "./column_paths.ts";
import type { ColumnRef, ResolvedOrder } from "./resolved_criteria.ts";

/**
 * Resolves the property paths of a sort to columns and positions of nulls, and appends the id as tie-breaker.
 *
 * @param models the models of the database
 * @param model the entity that paths begin at
 * @param sort the sort, possibly unsorted
 * @throws UnknownPropertyError when a path does not exist
 * @throws TypeError when a property has no order, such as a list
 */
export function resolveSort(models: EntityModels, model: EntityModel, sort: Sort): ResolvedOrder[] {
  const orders = sort.orders.map((order) => resolveOrder(models, model, order));
  const isSorted = ({ column }: ColumnRef) =>
    orders.some((order) => order.column.via.length === 0 && order.column.column === column && !order.ignoreCase);
  // The direction of the last order, so that one index supports both directions.
  const descending = orders.at(-1)?.descending ?? false;
  const missing = idColumns(models, model).filter((column) => !isSorted(column));
  return [
    ...orders,
    ...missing.map((column) => ({ column, descending, nullsFirst: descending, ignoreCase: false })),
  ];
}

function resolveOrder(models: EntityModels, model: EntityModel, order: Order): ResolvedOrder {
  const path = followPath(models, model, order.property);
  const [column, second] = path.behind === undefined ? columnsOfLeaf(models, path) : [];
  if (column === undefined || second !== undefined || column.type === "json") {
    throw new TypeError(
      `Cannot sort by "${order.property}" as it must be a single value of ${model.name}: it is described otherwise`,
    );
  }
  const descending = order.isDescending;
  return {
    column: { ...column, path: order.property },
    descending,
    nullsFirst: order.nullHandling === "NATIVE" ? descending : order.nullHandling === "NULLS_FIRST",
    ignoreCase: order.ignoreCase && column.type === "text",
  };
}

/** Reverses orders: the directions, and the positions of nulls. */
export function reverseOrders(orders: readonly ResolvedOrder[]): ResolvedOrder[] {
  return orders.map((order) => ({ ...order, descending: !order.descending, nullsFirst: !order.nullsFirst }));
}
