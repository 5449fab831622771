import type { SourceCursor } from "./source_cursor.ts";

/** A value that can be read from a source text without running it. */
export type Literal = string | number | boolean | null | undefined | readonly Literal[] | LiteralObject;

/** An object literal of literals. */
export interface LiteralObject {
  /** The value of each property. */
  readonly [key: string]: Literal;
}

/** Thrown for a computed value, which can't be read from the text. */
export class ComputedValueError extends Error {
  override readonly name = "ComputedValueError";
  /** Path of the attribute, for example `allowedDependencies[1]`. */
  readonly attribute: string;
  /** Offset of the value in the text. */
  readonly offset: number;

  /**
   * @param attribute path of the attribute
   * @param offset start of the value
   * @param text beginning of the value
   */
  constructor(attribute: string, offset: number, text: string) {
    super(`Cannot read "${attribute}" as it must be a literal: current value is ${text}`);
    this.attribute = attribute;
    this.offset = offset;
  }
}

/**
 * Reads a string, number, boolean, array or object literal, with or without `as` or `satisfies` and a
 * type's name.
 *
 * @param cursor before the literal; moved past it
 * @param attribute name of the value in errors
 * @throws ComputedValueError when it is not a literal
 */
export function readLiteral(cursor: SourceCursor, attribute: string): Literal {
  cursor.skipTrivia();
  const start = cursor.position;
  const value = readBare(cursor, attribute);
  for (const word of ["as", "satisfies"]) if (cursor.takeWord(word)) skipTypeName(cursor);
  cursor.skipTrivia();
  if (!",]})".includes(cursor.source[cursor.position] ?? ")")) throw computed(cursor, attribute, start);
  return value;
}

function skipTypeName(cursor: SourceCursor): void {
  do {
    cursor.skipTrivia();
    cursor.word();
  } while (cursor.take("."));
}

function readBare(cursor: SourceCursor, attribute: string): Literal {
  const start = cursor.position;
  const text = cursor.stringLiteral();
  if (text !== undefined) return text;
  cursor.position = start;
  if (cursor.take("[")) return readArray(cursor, attribute);
  if (cursor.take("{")) return readObject(cursor, attribute);
  const number = /^-?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(cursor.source.slice(start, start + 40))?.[0];
  if (number !== undefined) {
    cursor.position += number.length;
    return Number(number.replaceAll("_", ""));
  }
  const word = cursor.word();
  if (!words.has(word)) throw computed(cursor, attribute, start);
  return words.get(word);
}

const words: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined],
]);

function readArray(cursor: SourceCursor, attribute: string): readonly Literal[] {
  const items: Literal[] = [];
  while (!cursor.take("]")) {
    items.push(readLiteral(cursor, `${attribute}[${items.length}]`));
    cursor.take(",");
  }
  return items;
}

function readObject(cursor: SourceCursor, attribute: string): LiteralObject {
  const entries: [string, Literal][] = [];
  while (!cursor.take("}")) {
    cursor.skipTrivia();
    const start = cursor.position;
    const key = cursor.stringLiteral() ?? cursor.word();
    if (key === "" || !cursor.take(":")) throw computed(cursor, attribute, start);
    entries.push([key, readLiteral(cursor, attribute === "" ? key : `${attribute}.${key}`)]);
    cursor.take(",");
  }
  return Object.fromEntries(entries);
}

function computed(cursor: SourceCursor, attribute: string, offset: number): ComputedValueError {
  const text = cursor.source.slice(offset, offset + 40).split("\n")[0]!.trim();
  return new ComputedValueError(attribute || "attributes", offset, text);
}
