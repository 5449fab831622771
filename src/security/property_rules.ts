import { ContainerModule } from "../../deps.ts";
import { AccessReport, type AccessRule, PropertyAccess, type PropertyRule } from "../context/mod.ts";
import {
  checkOptions,
  type Class,
  closestName,
  describeValue,
  descriptionOf,
  requireClass,
  StartupTask,
} from "../kernel/mod.ts";

/** Rules by the names of properties; a rule alone is that of reading and writing. */
export type PropertyRules<T> = { readonly [K in keyof T & string]?: AccessRule | PropertyRule };

/**
 * Rules for the properties of an entity, wherever they are shown: in documents, projections, forms, filters, sorts,
 * schemas and profiles of exported repositories, and in the fields of the GraphQL type that stands for the class. Over
 * REST
 * a rule is evaluated once for each request, without a source; for a GraphQL field it is evaluated with the entity as
 * the source, for all items of a list in one call if the rule supports it.
 *
 * @param type the described class
 * @param rules by the names of properties
 * @returns a module for `createContainer`
 * @throws TypeError if a property does not exist, or there is no rule
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { hasRole, propertyRules } from "@espalier/espalier/security";
 *
 * class Employee extends entity({ id: t.id, name: t.string, salary: t.mutable(t.int) }, { id: "id" }) {}
 *
 * const salaries = propertyRules(Employee, {
 *   salary: { read: hasRole("manager"), write: hasRole("payroll"), refused: "null" },
 * });
 * console.log(typeof salaries); // "object"
 * ```
 */
export function propertyRules<T>(type: Class<T>, rules: PropertyRules<T>): ContainerModule {
  requireClass("Cannot make rules of properties", type);
  const made = new Map(
    Object.entries<AccessRule | PropertyRule | undefined>(rules).map(([name, rule]) => [
      name,
      ruleOf(type, name, rule),
    ]),
  );
  return new ContainerModule(({ bind }) => {
    bind(PropertyAccess).toConstantValue({ type, rules: made });
    bind(StartupTask).toConstantValue({
      name: `security: check the rules of the properties of ${type.name}`,
      order: -2000,
      run: (container) => {
        requireProperties(type, made);
        if (!container.isBound(AccessReport)) return;
        container.get(AccessReport).add(
          ...[...made].map(([name, rule]) => ({
            kind: "property" as const,
            name: `${type.name}.${name}`,
            requires: describe(rule),
          })),
        );
      },
    });
  });
}

function ruleOf(type: Class, name: string, given: AccessRule | PropertyRule | undefined): PropertyRule {
  const subject = `the rule of ${type.name}.${name}`;
  if (isRule(given)) return { read: given, write: given };
  if (given !== undefined) checkOptions<PropertyRule>(subject, given, { read: true, write: true, refused: true });
  const { read, write, refused = "omitted" } = given ?? {};
  const isWrong = [read, write].some((each) => each !== undefined && !isRule(each));
  if (isWrong || read === undefined && write === undefined || refused !== "omitted" && refused !== "null") {
    throw new TypeError(
      `Cannot use ${subject} as it must be a rule, such as hasRole("staff"), or { read, write, refused }: current value ` +
        `is ${describeValue(given)}`,
    );
  }
  return given!;
}

function isRule(value: unknown): value is AccessRule {
  return typeof (value as Partial<AccessRule> | null | undefined)?.allows === "function";
}

/** A rule for a property that does not exist would protect nothing. */
function requireProperties(type: Class, rules: ReadonlyMap<string, PropertyRule>): void {
  const properties = descriptionOf(type)?.properties;
  if (properties === undefined) {
    throw new TypeError(`Cannot apply the rules of ${type.name} as the class must be described: call describeType`);
  }
  const unknown = [...rules.keys()].find((name) => !properties.has(name));
  if (unknown === undefined) return;
  const meant = closestName(unknown, properties.keys());
  throw new TypeError(
    `Cannot apply the rule of "${type.name}.${unknown}" as it must be a described property` +
      (meant === undefined ? "" : `: did you mean "${meant}"?`),
  );
}

function describe({ read, write }: PropertyRule): string {
  if (read === write) return read!.description;
  const parts = [read && `${read.description} to read`, write && `${write.description} to write`];
  return parts.filter((part) => part !== undefined).join(", ");
}
