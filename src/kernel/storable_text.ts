/**
 * Whether a text can be stored by every database. PostgreSQL refuses NUL characters, SQLite's driver reads no further
 * than the first; half of a surrogate pair has no form in UTF-8 and would come back as another character.
 *
 * @param text the text
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * Whether all texts within a value can be stored, the keys of objects included.
 *
 * @param value a text, a JSON value, or anything else, which holds no text
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
