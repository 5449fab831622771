import { AccessDeniedError, type AccessRequest, accessRequest, currentSubject } from "../../context/mod.ts";
import { type Class, describeValue } from "../../kernel/mod.ts";
import type { Criteria } from "../criteria.ts";

/** The rows that a caller may see and change: those that match, all (`true`) or none (`false`). */
export type RowPredicate = (request: AccessRequest) => Criteria | boolean;

/** The rules of the rows of one database, by entity class. */
export class RowAccess {
  readonly #rules = new Map<Class, RowPredicate[]>();

  /** Adds a rule; all rules of a class hold. */
  add(type: Class, rule: RowPredicate): void {
    this.#rules.set(type, [...this.#rules.get(type) ?? [], rule]);
  }

  /**
   * Returns the criteria that rows of a class must match for the current caller.
   *
   * @param type the entity class
   * @returns the criteria, or `undefined` if all rows are allowed
   * @throws AccessDeniedError when a rule fails
   */
  criteriaOf(type: Class): Criteria | undefined {
    const rules = this.#rules.get(type);
    if (rules === undefined) return undefined;
    const subject = currentSubject();
    if (subject === undefined) return undefined;
    const request = accessRequest(subject.authentication);
    const operands = rules.map((rule) => decided(rule, request, type)).filter((each) => each !== true);
    if (operands.length === 0) return undefined;
    if (operands.includes(false)) return nothing;
    return { kind: "and", operands: operands as Criteria[] };
  }
}

const nothing: Criteria = { kind: "or", operands: [] };

function decided(rule: RowPredicate, request: AccessRequest, { name }: Class): Criteria | boolean {
  let decision: unknown;
  try {
    decision = rule(request);
  } catch (cause) {
    throw new AccessDeniedError(`The rule of the rows of ${name} failed`, { cause });
  }
  if (typeof decision === "boolean" || typeof (decision as Criteria | null)?.kind === "string") {
    return decision as Criteria | boolean;
  }
  throw new TypeError(
    `Cannot use the rule of the rows of ${name} as it must return criteria, true or false: current value is ${
      describeValue(decision)
    }`,
  );
}
