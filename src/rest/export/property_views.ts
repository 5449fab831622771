import {
  accessRequest,
  type AccessRule,
  type Authentication,
  type PropertyAccess,
  requireAccess,
} from "../../context/mod.ts";
import { type Class, descriptionOf } from "../../kernel/mod.ts";
import type { ExportProfile } from "./export_view.ts";

/** Maximum number of rules, as each doubles the number of possible views. */
const maxRules = 8;

/** The rules of one property, and its restriction for callers that they deny. */
type Restriction = "omitted" | "null" | "readOnly";

/**
 * The views of exported collections under the rules of properties. Callers that may not read a property get collections
 * without it, so that documents, forms, filters, sorts, schemas and cursors are consistent.
 */
export class PropertyViews {
  readonly #beans: readonly PropertyAccess[];
  /** The distinct rules. The index of a rule is its bit in the number of a view. */
  readonly #rules: readonly AccessRule[];

  /**
   * @param beans the rules
   * @throws TypeError when there are too many different ones
   */
  constructor(beans: readonly PropertyAccess[]) {
    this.#beans = beans;
    const all = beans.flatMap(({ rules }) => [...rules.values()].flatMap(({ read, write }) => [read, write]));
    this.#rules = [...new Set(all.filter((rule) => rule !== undefined))];
    if (this.#rules.length <= maxRules) return;
    throw new TypeError(
      `Cannot apply the rules of properties to REST as there must be ${maxRules} different ones at most: current number ` +
        `is ${this.#rules.length}. Make a rule once, and use it for several properties`,
    );
  }

  /** The number of the view in which every rule denies access. */
  get strictest(): number {
    return 2 ** this.#rules.length - 1;
  }

  /**
   * Finds the view of a request.
   *
   * @param authentication the caller
   * @returns a number with a bit for each rule that denies access
   */
  async of(authentication: Authentication | undefined): Promise<number> {
    const request = accessRequest(authentication);
    const refused = await Promise.all(this.#rules.map((rule) => isRefused(() => requireAccess(rule, request))));
    return refused.reduce((sum, isSet, bit) => isSet ? sum + 2 ** bit : sum, 0);
  }

  /**
   * Creates the profile of a view.
   *
   * @param view its number
   * @param base the visibility profile of the viewers, if there is one
   */
  profileOf(view: number, base?: ExportProfile): ExportProfile {
    const restrictions = this.#restrictions(view);
    return {
      name: base === undefined ? `r${view}` : `${base.name}-r${view}`,
      subject: base?.subject ?? "those who may not read it",
      allowsMissing: true,
      hides: (coordinates) => base?.hides(coordinates) === true || isHiding(restrictions.get(coordinates)),
      restriction: (coordinates) => restrictions.get(coordinates),
    };
  }

  #restrictions(view: number): ReadonlyMap<string, Restriction> {
    const isDenied = (rule: AccessRule | undefined) =>
      rule !== undefined && Math.floor(view / 2 ** this.#rules.indexOf(rule)) % 2 === 1;
    const found = new Map<string, Restriction>();
    for (const { type, rules } of this.#beans) {
      for (const [name, { read, write, refused = "omitted" }] of rules) {
        const coordinates = `${nameOf(type)}.${name}`;
        if (isDenied(read)) found.set(coordinates, refused);
        else if (isDenied(write) && !found.has(coordinates)) found.set(coordinates, "readOnly");
      }
    }
    return found;
  }
}

function isHiding(restriction: Restriction | undefined): boolean {
  return restriction === "omitted" || restriction === "null";
}

function nameOf(type: Class): string {
  return descriptionOf(type)?.entity.name ?? type.name;
}

async function isRefused(check: () => unknown): Promise<boolean> {
  try {
    await check();
    return false;
  } catch {
    return true;
  }
}
