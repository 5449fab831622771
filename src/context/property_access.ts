import type { ServiceIdentifier } from "../../deps.ts";
import { type Class, token } from "../kernel/mod.ts";
import type { AccessRule } from "./access_rule.ts";

/** Who may read and write one property. */
export interface PropertyRule {
  /** Who may read it; absent where everybody may. */
  readonly read?: AccessRule;
  /** Who may write it; absent where everybody may who may read it. */
  readonly write?: AccessRule;
  /**
   * What those get who may not read it: in documents of REST the property is left out (`"omitted"`, the default) or null;
   * fields of GraphQL are `FORBIDDEN`, or null.
   */
  readonly refused?: "omitted" | "null";
}

/** The rules of the properties of one class. */
export interface PropertyAccess {
  readonly type: Class;
  /** By the name of the property. */
  readonly rules: ReadonlyMap<string, PropertyRule>;
}

/** Identifier of the {@linkcode PropertyAccess} beans, which `propertyRules()` binds. */
export const PropertyAccess: ServiceIdentifier<PropertyAccess> = token<PropertyAccess>("PropertyAccess");
