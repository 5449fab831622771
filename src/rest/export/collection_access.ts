import { type AccessRule, allOf, anyOf, denyAll } from "../../context/mod.ts";
import { checkOptions, describeValue } from "../../kernel/mod.ts";

/** An operation of clients on a collection. */
export type CollectionOperation = "read" | "create" | "update" | "delete";

/** The access rules of an exported collection. Operations without a rule are denied. */
export interface ExportAccess {
  /** Reads the collection, its items, searches and, with the rule of their targets, associations. */
  readonly read?: AccessRule;
  /** `POST` on the collection, and `PUT` on an item that does not exist. */
  readonly create?: AccessRule;
  /** `PUT` and `PATCH` on items, and changes of their associations. */
  readonly update?: AccessRule;
  /** `DELETE` on items. */
  readonly delete?: AccessRule;
}

/** The rules of one collection's operations. */
export class CollectionAccess {
  /** Whether the export has rules; without them only the rules of paths apply. */
  readonly isRuled: boolean;
  readonly #access: ExportAccess;

  /** @param access one rule for all operations, or one per operation; absent without rules */
  constructor(access: AccessRule | ExportAccess | undefined) {
    this.isRuled = access !== undefined;
    this.#access = access === undefined || !isRule(access)
      ? access ?? {}
      : { read: access, create: access, update: access, delete: access };
  }

  /**
   * Returns the rule of an operation; `undefined` if the export has no rules.
   *
   * @param operation the operation of the client
   */
  of(operation: CollectionOperation): AccessRule | undefined {
    return this.isRuled ? this.#access[operation] ?? denyAll() : undefined;
  }

  /**
   * Returns the rule of a request whose operation is one of several, to be decided later.
   *
   * @param operations the possible operations
   */
  ofAny(...operations: readonly CollectionOperation[]): AccessRule | undefined {
    return this.isRuled ? anyOf(...operations.map((each) => this.of(each)!)) : undefined;
  }
}

/**
 * Combines rules into one.
 *
 * @param rules the rules; `undefined` ones are skipped
 */
export function allRules(...rules: readonly (AccessRule | undefined)[]): AccessRule | undefined {
  const found = rules.filter((each) => each !== undefined);
  return found.length === 0 ? undefined : allOf(...found);
}

/**
 * Rejects invalid rules and unknown operations: a misspelt one would protect nothing.
 *
 * @param access the option of `exportRepository`
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
