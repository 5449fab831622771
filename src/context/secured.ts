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

/** What the client gets where a rule refuses: an error, or `null` as if there were no value. */
export type RefusedValue = "error" | "null";

/** What {@linkcode Secured} may be told beside the rule. */
export interface SecuredOptions {
  /** An error by default; `"null"` for fields that may be null, where the refusal is to be silent. */
  readonly refused?: RefusedValue;
}

/** What is required of who asks for something. */
export interface RequiredAccess {
  readonly rule: AccessRule;
  readonly refused: RefusedValue;
}

interface RecordedAccess extends RequiredAccess {
  /** `undefined` for the whole class. */
  readonly methodName: string | undefined;
}

const recorded: unique symbol = Symbol("espalier.security.access");

/** Decorates a method, or a class whose mapped methods all require the same. */
export type SecuredDecorator = (target: unknown, context?: unknown, descriptor?: unknown) => void;

/**
 * Lets only those call a controller's method through a field for whom a rule allows it. On a class it holds for all of
 * its methods, beside what each requires.
 *
 * @param rule such as `requires("orders:write")`
 * @param options what the client gets instead
 * @throws TypeError when there is no rule
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
 * Finds what a method requires, by its own decorators and those of its class and the classes that it extends.
 *
 * @param type the class
 * @param methodName a method of it
 * @returns all rules in one, or `undefined` when nothing is required
 */
export function securedAccess(type: Class, methodName: string): RequiredAccess | undefined {
  const found = recordedByClass<RecordedAccess>(recorded, type).flat().filter((each) =>
    each.methodName === undefined || each.methodName === methodName
  );
  return combinedAccess(found);
}

/**
 * Makes one requirement of several, all of which hold. Where one asks for a silent null, that is the answer.
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
