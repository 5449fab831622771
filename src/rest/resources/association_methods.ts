import type { Association } from "../export/exported_collection.ts";

const readMethods: readonly string[] = ["GET", "HEAD"];

/** The methods that clients may use at an association. */
export function associationMethods({ many, writable, required }: Association): readonly string[] {
  if (!writable) return readMethods;
  if (many) return [...readMethods, "PUT", "POST", "PATCH"];
  return required ? [...readMethods, "PUT"] : [...readMethods, "PUT", "DELETE"];
}

/** The methods that clients may use at one target of an association. */
export function targetMethods({ many, writable, required }: Association): readonly string[] {
  return writable && (many || !required) ? [...readMethods, "DELETE"] : readMethods;
}
