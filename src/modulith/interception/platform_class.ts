import type { Class } from "../../kernel/mod.ts";

/**
 * Returns whether a class belongs to the platform, such as `Map`, `URL` and `CryptoKey`, and not to an application.
 *
 * @param type a class
 */
export function isPlatformClass(type: Class): boolean {
  // Classes of the engine have no source text; those of the runtime are found by their global name.
  return isNative(type) || [globalThis, Deno].some((names) => isNamedBy(names, type));
}

function isNative(type: Class): boolean {
  return /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(type));
}

function isNamedBy(names: object, type: Class): boolean {
  const name: unknown = Object.getOwnPropertyDescriptor(type, "name")?.value;
  if (typeof name !== "string") return false;
  const found = Object.getOwnPropertyDescriptor(names, name);
  try {
    return (found?.get === undefined ? found?.value : found.get.call(names)) === type;
  } catch {
    // Reading some globals throws without a permission or an option.
    return false;
  }
}
