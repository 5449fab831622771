/**
 * Whether every database can store a string. PostgreSQL rejects NUL characters, and SQLite's driver truncates at the
 * first one; a lone surrogate has no UTF-8 form and would be read back as another character.
 *
 * @param text the string
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * Whether all texts within a value can be stored, the keys of objects included.
 *
 * @param value a string, a JSON value, or any other value, which contains no strings
 */
export function holdsStorableTexts(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || value instanceof Date) return true;
  if (Array.isArray(value)) return value.every(holdsStorableTexts);
  for (const key in value) {
    // Read by name, as JSON is.
    if (!isStorableText(key) || !holdsStorableTexts((value as Record<string, unknown>)[key])) return false;
  }
  return true;
}
