import type { Class } from "../../kernel/mod.ts";

/**
 * Tells classes of the platform, such as `Map`, `URL` and `CryptoKey`, from an application's own.
 *
 * @param type a class
 */
export function isPlatformClass(type: Class): boolean {
  // Of what the engine is made of, the source is not there; the runtime's own classes are known by their global name.
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
    // Some globals are there only with a permission or an option.
    return false;
  }
}
