import { closestName } from "./closest_name.ts";
import { describeValue } from "./describe_value.ts";

/** Each option of a type, so that the compiler misses none. */
export type OptionNames<T> = { readonly [K in keyof T]-?: true };

/**
 * Rejects unknown options at run time, for callers that are not type-checked.
 *
 * @param owner the function or class that the options belong to, for the message: `data()`
 * @param options the given options
 * @param names the known options
 * @throws TypeError naming the option and the most similar known one
 */
export function checkOptions<T extends object>(owner: string, options: T, names: OptionNames<T>): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(
      `Cannot use the options of ${owner} as they must be an object: current value is ${describeValue(options)}`,
    );
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name)) continue;
    const meant = closestName(name, Object.keys(names));
    const hint = meant === undefined
      ? `known options are ${Object.keys(names).join(", ")}`
      : `did you mean "${meant}"?`;
    throw new TypeError(`Cannot use option "${name}" of ${owner} as it does not exist: ${hint}`);
  }
}
