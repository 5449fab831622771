import { type AccessRule, allOf, anyOf, denyAll } from "../../context/mod.ts";
import { checkOptions, describeValue } from "../../kernel/mod.ts";

/** What clients do with a collection. */
export type CollectionOperation = "read" | "create" | "update" | "delete";

/** Who may do what with an exported collection. What is left out is denied to everybody. */
export interface ExportAccess {
  /** Reads the collection, its items, searches and, with the rule of their targets, associations. */
  readonly read?: AccessRule;
  /** `POST` on the collection, and `PUT` on an item that is not there yet. */
  readonly create?: AccessRule;
  /** `PUT` and `PATCH` on items, and changes of their associations. */
  readonly update?: AccessRule;
  /** `DELETE` on items. */
  readonly delete?: AccessRule;
}

/** The rules of one collection's operations. */
export class CollectionAccess {
  /** Whether the export has rules; without them only those of paths hold. */
  readonly isRuled: boolean;
  readonly #access: ExportAccess;

  /** @param access one rule for all operations, or one for each; absent without rules */
  constructor(access: AccessRule | ExportAccess | undefined) {
    this.isRuled = access !== undefined;
    this.#access = access === undefined || !isRule(access)
      ? access ?? {}
      : { read: access, create: access, update: access, delete: access };
  }

  /**
   * Returns the rule of an operation; `undefined` where the export has no rules at all.
   *
   * @param operation what the client does
   */
  of(operation: CollectionOperation): AccessRule | undefined {
    return this.isRuled ? this.#access[operation] ?? denyAll() : undefined;
  }

  /**
   * Returns the rule of a request that does one of two things, which one being known later.
   *
   * @param operations what the client may be doing
   */
  ofAny(...operations: readonly CollectionOperation[]): AccessRule | undefined {
    return this.isRuled ? anyOf(...operations.map((each) => this.of(each)!)) : undefined;
  }
}

/**
 * Makes one rule of those that there are.
 *
 * @param rules `undefined` where there is none
 */
export function allRules(...rules: readonly (AccessRule | undefined)[]): AccessRule | undefined {
  const found = rules.filter((each) => each !== undefined);
  return found.length === 0 ? undefined : allOf(...found);
}

/**
 * Refuses rules that are none, and operations that don't exist: a misspelt one would protect nothing.
 *
 * @param access what `exportRepository` was given
 * @throws TypeError naming the operation
 */
export function checkAccess(access: unknown): void {
  if (access === undefined || isRule(access)) return;
  const subject = '"access" of exportRepository';
  checkOptions<ExportAccess>(subject, access as ExportAccess, { read: true, create: true, update: true, delete: true });
  for (const [operation, rule] of Object.entries(access as ExportAccess)) {
    if (rule === undefined || isRule(rule)) continue;
    throw new TypeError(
      `Cannot use the rule of "${operation}" in ${subject} as it must be one, such as requires("orders:read"): ` +
        `current value is ${describeValue(rule)}`,
    );
  }
}

function isRule(value: unknown): value is AccessRule {
  return typeof (value as Partial<AccessRule> | null)?.allows === "function";
}
