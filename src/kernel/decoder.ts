import { isClass } from "./describe_value.ts";
import { isStandardSchema, type StandardSchema } from "./standard_schema.ts";
import type { Class, TypeDescriptor } from "./type_descriptor.ts";
import { asInstance, decodeDescribed } from "./decode_descriptor.ts";

/**
 * The type as which a JSON value is read: a descriptor (`t.string`, `t.list(t.int)`), a class (described ones
 * are read property by property), a Standard Schema (zod, valibot, ArkType), or a type guard.
 */
export type Decoder<T> =
  | TypeDescriptor<T>
  | Class<T>
  | StandardSchema<T>
  | ((value: unknown) => value is T);

/**
 * Reads a JSON value as a given type.
 *
 * @param value as `JSON.parse` returned it
 * @param decoder the type
 * @throws TypeError naming the expected type and the path
 *
 * @example
 * ```ts
 * import { decode, t } from "@espalier/espalier";
 *
 * const titles: readonly string[] = decode(JSON.parse('["Emma", "Persuasion"]'), t.list(t.string));
 * console.log(titles.length); // 2
 * ```
 */
export function decode<T>(value: unknown, decoder: Decoder<T>): T {
  if (isStandardSchema(decoder)) return validated(value, decoder as StandardSchema<T>);
  if (typeof decoder !== "function") return decodeDescribed(value, decoder as TypeDescriptor<T>, "") as T;
  if (isClass(decoder)) return asInstance(value, decoder as Class<T>, "");
  const guard = decoder as (value: unknown) => boolean;
  // the guard returned true
  if (guard(value)) return value as T;
  throw new TypeError(`Cannot decode the value as its guard refuses it: current value is ${JSON.stringify(value)}`);
}

function validated<T>(value: unknown, schema: StandardSchema<T>): T {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) {
    throw new TypeError("Cannot decode with a schema that validates asynchronously: use a synchronous one");
  }
  if (result.issues === undefined) return result.value;
  throw new TypeError(result.issues.map(({ message, path }) => `${pathOf(path)}${message}`).join("; "));
}

function pathOf(path: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined): string {
  if (path === undefined || path.length === 0) return "";
  return `${path.map((step) => String(typeof step === "object" ? step.key : step)).join(".")}: `;
}
