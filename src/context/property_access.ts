import type { ServiceIdentifier } from "../../deps.ts";
import { type Class, token } from "../kernel/mod.ts";
import type { AccessRule } from "./access_rule.ts";

/** The access rules of one property. */
export interface PropertyRule {
  /** The rule for reading; absent if all callers may read it. */
  readonly read?: AccessRule;
  /** The rule for writing; absent if all callers that may read it may write it. */
  readonly write?: AccessRule;
  /**
   * The result for callers that may not read it: in REST documents the property is omitted (`"omitted"`, the default)
   * or null;
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
