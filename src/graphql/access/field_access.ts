import { ContainerModule, type ServiceIdentifier } from "../../../deps.ts";
import type { AccessRule, RequiredAccess, SecuredOptions } from "../../context/mod.ts";
import { describeValue, token } from "../../kernel/mod.ts";

/** Rules for fields and types of the schema, in code. */
export interface FieldAccess {
  /** By coordinates: `Order.internalNote` for a field, `Invoice` for every field of a type. */
  readonly rules: Readonly<Record<string, RequiredAccess>>;
}

/** Identifier of the {@linkcode FieldAccess} beans. */
export const FieldAccess: ServiceIdentifier<FieldAccess> = token<FieldAccess>("FieldAccess");

/**
 * Rules for fields that have no method which `@Secured` could decorate.
 *
 * @param rules by coordinates: `Order.internalNote` for a field, `Invoice` for every field of a type or an interface
 * @param options what clients get where a rule refuses
 * @returns a module for `createContainer`
 *
 * @example
 * ```ts
 * import { fieldRules } from "@espalier/espalier/graphql";
 * import { hasRole } from "@espalier/espalier/security";
 *
 * const notes = fieldRules({ "Order.internalNote": hasRole("staff") }, { refused: "null" });
 * console.log(typeof notes); // "object"
 * ```
 */
export function fieldRules(rules: Readonly<Record<string, AccessRule>>, options: SecuredOptions = {}): ContainerModule {
  const { refused = "error" } = options;
  for (const [name, rule] of Object.entries(rules)) {
    if (typeof rule?.allows === "function") continue;
    throw new TypeError(
      `Cannot use the rule of "${name}" as it must be one, such as requires("orders:read"): current value is ${
        describeValue(rule)
      }`,
    );
  }
  const required = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, { rule, refused }]));
  return new ContainerModule(({ bind }) => {
    bind(FieldAccess).toConstantValue({ rules: required });
  });
}
