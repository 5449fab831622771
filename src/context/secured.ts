import {
  type Class,
  describeValue,
  type MemberDecoratorCall,
  recordClass,
  recordedByClass,
  recordMember,
  requireCalled,
} from "../kernel/mod.ts";
import type { AccessRule } from "./access_rule.ts";
import { allOf } from "./access_rules.ts";

/** The result for a denied client: an error, or `null` as if there were no value. */
export type RefusedValue = "error" | "null";

/** Options of {@linkcode Secured}. */
export interface SecuredOptions {
  /** An error by default; `"null"`, for nullable fields, hides the denial. */
  readonly refused?: RefusedValue;
}

/** The rule that a caller must satisfy, and the result if it does not. */
export interface RequiredAccess {
  readonly rule: AccessRule;
  readonly refused: RefusedValue;
}

interface RecordedAccess extends RequiredAccess {
  /** `undefined` for the whole class. */
  readonly methodName: string | undefined;
}

const recorded: unique symbol = Symbol("espalier.security.access");

/** Decorates a method, or a class to apply the rule to all its mapped methods. */
export type SecuredDecorator = (target: unknown, context?: unknown, descriptor?: unknown) => void;

/**
 * Restricts the fields of a controller's method to callers that a rule allows. On a class it applies to all of its
 * methods, in addition to their own rules.
 *
 * @param rule such as `requires("orders:write")`
 * @param options the result for denied clients
 * @throws TypeError if there is no rule
 *
 * @example
 * ```ts
 * import { MutationMapping, param, t } from "@espalier/espalier";
 * import { requires, Secured } from "@espalier/espalier/security";
 *
 * class OrderController {
 *   @MutationMapping({ params: [param.argument("id", t.id)], returns: t.boolean })
 *   @Secured(requires("orders:write"))
 *   cancel(id: string): boolean {
 *     return id !== "";
 *   }
 * }
 * console.log(OrderController.name); // "OrderController"
 * ```
 */
export function Secured(rule: AccessRule, options: SecuredOptions = {}): SecuredDecorator {
  requireCalled("Secured", rule);
  if (typeof rule?.allows !== "function") {
    throw new TypeError(
      `Cannot use @Secured(…) as it must be given a rule, such as requires("orders:write"): current value is ${
        describeValue(rule)
      }`,
    );
  }
  const access: RequiredAccess = { rule, refused: options.refused ?? "error" };
  return (...call: unknown[]) => {
    if (isClassCall(call)) return recordClass(recorded, call, { ...access, methodName: undefined });
    recordMember<RecordedAccess>(recorded, call as unknown as MemberDecoratorCall, (methodName) => ({
      ...access,
      methodName,
    }));
  };
}

/**
 * Returns the requirement of a method, by its decorators and those of its class and the classes that it extends.
 *
 * @param type the class
 * @param methodName a method of it
 * @returns the combined rules, or `undefined` if there are none
 */
export function securedAccess(type: Class, methodName: string): RequiredAccess | undefined {
  const found = recordedByClass<RecordedAccess>(recorded, type).flat().filter((each) =>
    each.methodName === undefined || each.methodName === methodName
  );
  return combinedAccess(found);
}

/**
 * Combines several requirements, all of which must hold. If one specifies `"null"`, the result is null.
 *
 * @param required any number
 */
export function combinedAccess(required: readonly RequiredAccess[]): RequiredAccess | undefined {
  const [first, ...others] = required;
  if (first === undefined || others.length === 0) return first;
  const refused = required.some(({ refused }) => refused === "null") ? "null" : "error";
  return { rule: allOf(...required.map(({ rule }) => rule)), refused };
}

function isClassCall(call: readonly unknown[]): call is readonly [Class, unknown?] {
  const [target, second] = call;
  if (typeof target !== "function") return false;
  return call.length === 1 || second === undefined ||
    typeof second === "object" && second !== null && (second as { kind?: unknown }).kind === "class";
}
