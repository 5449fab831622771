import { type Container, ContainerModule } from "../../deps.ts";
import { AccessReport, AccessScoped } from "../context/mod.ts";
import { type Class, requireClass, StartupTask } from "../kernel/mod.ts";
import type { RowPredicate } from "../data/mod.ts";

/**
 * Rules for the rows of an entity: they become part of the criteria of every query that is run for a client, whichever
 * way it comes: pages, counts, walks by keys, nested pages, associations and references, derived queries, changes and
 * deletions. Other rows are invisible. Work of the service itself, outside of requests or within
 * `asSystem`, sees all.
 *
 * @param type the entity class, described with an id
 * @param rows the rows that a caller may see and change: criteria, `true` for all, `false` for none
 * @returns a module for `createContainer`
 *
 * @example
 * ```ts
 * import { describeType, t } from "@espalier/espalier";
 * import { where } from "@espalier/espalier/data";
 * import { rowRules } from "@espalier/espalier/security";
 *
 * class Order {
 *   constructor(readonly id: string, readonly owner: string) {}
 * }
 * describeType(Order, { id: t.id, owner: t.string }, { id: "id" });
 *
 * const ownOrders = rowRules(
 *   Order,
 *   ({ principal }) => principal.roles.has("staff") || where("owner").is(principal.name),
 * );
 * console.log(typeof ownOrders); // "object"
 * ```
 */
export function rowRules<T>(type: Class<T>, rows: RowPredicate): ContainerModule {
  requireClass("Cannot make a rule of rows", type);
  if (typeof rows !== "function") {
    throw new TypeError(`Cannot make a rule of the rows of ${type.name} as it must be a function`);
  }
  return new ContainerModule(({ bind, isBound }) => {
    if (!isBound(AccessScoped)) bind(AccessScoped).toConstantValue(true);
    bind(StartupTask).toConstantValue({
      name: `data: apply the rule of the rows of ${type.name}`,
      // Before the first read.
      order: -2000,
      run: async (container: Container) => {
        // Loaded by the database that the rules are for; services without one load none.
        const { Database } = await import("../data/mod.ts");
        const database = await container.getAsync(Database);
        database.store(type).models.rowAccess.add(type, rows);
        if (!container.isBound(AccessReport)) return;
        container.get(AccessReport).add({ kind: "rows", name: type.name, requires: "a rule of rows" });
      },
    });
  });
}
