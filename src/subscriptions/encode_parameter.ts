import { createHash } from "node:crypto";

/** Maximum length of an escaped value, in characters; a longer one is replaced by its hash. */
const maxLength = 128;

/**
 * Escapes the value of a topic's parameter, so that it is one word of a subject: letters, digits, `_` and `-` stay,
 * other
 * bytes of its UTF-8 form become `=` and two hexadecimal digits in upper case, as `=2E` for a dot. An empty value is
 * `=`. A long value is
 * `=h` and its SHA-256. Different values have different words.
 *
 * @param value the value of the parameter
 * @throws TypeError when the value has half of a surrogate pair, which has no UTF-8 form
 */
export function encodeParameter(value: string): string {
  if (!value.isWellFormed()) {
    throw new TypeError("Cannot use a parameter of a topic as it must be well-formed Unicode: it has a lone surrogate");
  }
  // Bounds the work for a value that is hashed anyway.
  const escaped = value.length > maxLength ? undefined : escape(value);
  if (escaped !== undefined && escaped.length <= maxLength) return escaped;
  return `=h${createHash("sha256").update(value).digest("hex")}`;
}

function escape(value: string): string {
  if (value === "") return "=";
  if (/^[\w-]+$/.test(value)) return value;
  return Array.from(new TextEncoder().encode(value), (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w-]/.test(character) ? character : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
