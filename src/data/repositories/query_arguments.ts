import { Limit } from "../limit.ts";
import { Pageable } from "../pageable.ts";
import type { FindOptions } from "../repository.ts";
import { ScrollPosition } from "../scroll_position.ts";
import { Sort } from "../sort.ts";
import type { QueryMethod } from "./query_method.ts";

/** The arguments of a call apart from those of its conditions. */
export interface Extras {
  readonly pageable?: Pageable;
  readonly sort?: Sort;
  readonly limit?: Limit;
  readonly position?: ScrollPosition;
  readonly options?: Pick<FindOptions, "select" | "signal">;
}

/**
 * Separates the arguments of the conditions from those that page, sort, limit, scroll, select or abort.
 *
 * @param method the method that is called
 * @param count number of arguments of the conditions
 * @param args all arguments
 * @throws TypeError when an argument is missing, given twice, or not expected
 */
export function splitArguments(
  method: QueryMethod,
  count: number,
  args: readonly unknown[],
): { own: readonly unknown[]; extras: Extras } {
  const own = args.slice(0, count);
  if (own.length < count || own.some(isSpecial)) {
    throw new TypeError(
      `Cannot call "${method.name}" as it must be given ${count} values first: it was given ${args.length}`,
    );
  }
  const extras: Extras = {};
  for (const arg of args.slice(count)) {
    if (arg === undefined) continue;
    const [key, value] = placeOf(method, arg);
    if (key in extras) {
      throw new TypeError(`Cannot call "${method.name}" as it must be given one ${key}: it was given two`);
    }
    if (value !== undefined) Object.assign(extras, { [key]: value });
  }
  checkCombination(method, extras);
  return { own, extras };
}

function isSpecial(arg: unknown): boolean {
  return arg instanceof Pageable || arg instanceof Sort || arg instanceof Limit || arg instanceof ScrollPosition;
}

function placeOf(method: QueryMethod, arg: unknown): [keyof Extras, unknown] {
  if (arg instanceof Pageable) return ["pageable", arg];
  if (arg instanceof Sort) return ["sort", arg];
  if (arg instanceof Limit) return ["limit", arg];
  if (arg instanceof ScrollPosition) return ["position", arg];
  if (typeof arg === "object" && arg !== null && Object.getPrototypeOf(arg) === Object.prototype) {
    return ["options", arg];
  }
  throw new TypeError(
    `Cannot call "${method.name}" as what follows its values must be a Pageable, Sort, Limit, ScrollPosition or ` +
      `{ select, signal }: current value is "${arg}"`,
  );
}

function checkCombination({ name, returns }: QueryMethod, extras: Extras): void {
  const needed = returns === "page" || returns === "slice" ? "pageable" : returns === "window" ? "position" : undefined;
  if (needed !== undefined && extras[needed] === undefined) {
    throw new TypeError(`Cannot call "${name}" as it must be given a ${needed} to return a ${returns}: it is missing`);
  }
  const isOther = (key: "pageable" | "position") => extras[key] !== undefined && needed !== key;
  if (isOther("pageable") || isOther("position")) {
    const given = isOther("pageable") ? "pageable" : "position";
    throw new TypeError(
      `Cannot call "${name}" with a ${given} as it must return pages or windows: it returns ${returns}`,
    );
  }
  if (extras.pageable !== undefined && (extras.sort !== undefined || extras.limit !== undefined)) {
    throw new TypeError(`Cannot call "${name}" as a pageable must state the sort and the limit: another one is given`);
  }
}
