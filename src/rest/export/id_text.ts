import { type AnyDescriptor, exactScalars, isoDate, type ScalarName } from "../../kernel/mod.ts";
import type { IdConverter } from "./repository_export_options.ts";

/** Converts between ids and their form in URIs. */
export type IdText = IdConverter;

/**
 * Creates the converter of a described id.
 *
 * @param descriptor the descriptor of the id
 * @returns the converter, or `undefined` if such an id has no text form
 */
export function idText(descriptor: AnyDescriptor): IdText | undefined {
  const read = readerOf(descriptor);
  return read && { fromRequestId: (text) => read(text) ?? undefined, toRequestId: textOf };
}

/**
 * Creates the converter of a composite id: the texts of its parts, separated by commas. A comma or percent sign within a
 * part is escaped in addition to the URI's encoding, so that the form stays unambiguous after a path was decoded.
 *
 * @param parts the properties and their converters, in the order of the id
 */
export function jointIdText(parts: readonly (readonly [property: string, text: IdText])[]): IdText {
  return {
    fromRequestId(text) {
      const texts = text.split(",");
      if (texts.length !== parts.length) return undefined;
      const values = parts.map(([property, part], i) => {
        const read = unescaped(texts[i]!);
        return [property, read === undefined ? undefined : part.fromRequestId(read)] as const;
      });
      return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
    },
    toRequestId(id) {
      const values = id as Readonly<Record<string, unknown>>;
      return parts.map(([property, part]) => escaped(part.toRequestId(values[property]))).join(",");
    },
  };
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll(",", "%2C");
}

/** Returns `undefined` for a text that {@linkcode escaped} never returns. */
function unescaped(text: string): string | undefined {
  const read = text.replaceAll("%2C", ",").replaceAll("%25", "%");
  return escaped(read) === text ? read : undefined;
}

function readerOf(descriptor: AnyDescriptor): ((text: string) => unknown) | undefined {
  if (descriptor.kind === "scalar") return readers[descriptor.name];
  if (descriptor.kind === "enum") return (text) => descriptor.values.includes(text) ? text : undefined;
  return undefined;
}

const readers: Readonly<Partial<Record<ScalarName, (text: string) => unknown>>> = {
  // Text columns can't store NUL.
  String: (text) => text.includes("\0") ? undefined : text,
  ID: (text) => text.includes("\0") ? undefined : text,
  Int: (text) => integer(text, 2_147_483_647),
  Float: (text) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined,
  BigInt: (text) =>
    /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? BigInt(text) : undefined,
  Date: isoDate,
  Uuid: exactScalars.Uuid.read,
  Decimal: exactScalars.Decimal.read,
  LocalDate: exactScalars.LocalDate.read,
  LocalTime: exactScalars.LocalTime.read,
  LocalDateTime: exactScalars.LocalDateTime.read,
  Instant: exactScalars.Instant.read,
};

function integer(text: string, largest: number): number | undefined {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Math.abs(number) <= largest ? number : undefined;
}

function textOf(id: unknown): string {
  return id instanceof Date ? id.toISOString() : String(id);
}
