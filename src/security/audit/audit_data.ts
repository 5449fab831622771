import { shortened } from "../../kernel/mod.ts";

/** Maximum length of the data of one record as JSON, in UTF-16 units. */
const maxLength = 8_192;
const maxText = 500;
const maxItems = 50;
const maxDepth = 6;

/**
 * Copies the facts of a record within bounds: whatever clients send, a record stays small, and JSON can hold it.
 *
 * @param data the facts
 * @returns plain JSON; `{ truncated: true }` if it would be too long
 */
export function auditData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    const plain = plainOf(data, 0) as Record<string, unknown>;
    return JSON.stringify(plain).length > maxLength ? { truncated: true } : plain;
  } catch {
    // An accessor that throws must not keep the rest from being recorded.
    return { unreadable: true };
  }
}

/**
 * Replaces characters that some stores cannot hold.
 *
 * @param text any string
 * @param max maximum length
 */
export function auditText(text: string, max: number): string {
  // No database stores NUL characters and halves of surrogate pairs.
  const clean = text.replaceAll("\0", "").toWellFormed();
  return clean.length <= max ? clean : shortened(clean, max - 1);
}

function plainOf(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case "string":
      return auditText(value, maxText);
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
      return String(value);
    case "object":
      return value === null ? null : plainObject(value, depth);
    default:
      return null;
  }
}

function plainObject(value: object, depth: number): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth >= maxDepth) return "…";
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item) => plainOf(item, depth + 1));
    return value.length > maxItems ? [...items, "…"] : items;
  }
  const { constructor } = value;
  // A file, a stream or a value of a custom scalar is represented by the name of its class; arguments may have no
  // constructor.
  if (typeof constructor === "function" && constructor !== Object) return `[${constructor.name}]`;
  const entries = Object.entries(value).slice(0, maxItems);
  return Object.fromEntries(
    entries.filter(([, inner]) => inner !== undefined).map(([key, inner]) =>
      [auditText(key, 100), plainOf(inner, depth + 1)] as const
    ),
  );
}
