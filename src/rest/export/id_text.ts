import type { AnyDescriptor } from "../../kernel/mod.ts";
import { isoDate } from "./iso_date.ts";
import type { IdConverter } from "./repository_export_options.ts";

/** Converts between ids and their form in URIs. */
export type IdText = IdConverter;

/**
 * Makes the converter of a described id.
 *
 * @param descriptor what was described of the id
 */
export function idText(descriptor: AnyDescriptor): IdText {
  const name = descriptor.kind === "scalar" ? descriptor.name : "String";
  return { fromRequestId: (text) => readers[name]?.(text) ?? undefined, toRequestId: textOf };
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  // NUL can be stored in no text column.
  String: (text) => text.includes("\0") ? undefined : text,
  ID: (text) => text.includes("\0") ? undefined : text,
  Int: (text) => integer(text, 2_147_483_647),
  Float: (text) => integer(text, Number.MAX_SAFE_INTEGER),
  BigInt: (text) =>
    /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? BigInt(text) : undefined,
  Date: isoDate,
};

function integer(text: string, largest: number): number | undefined {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Math.abs(number) <= largest ? number : undefined;
}

function textOf(id: unknown): string {
  return id instanceof Date ? id.toISOString() : String(id);
}
