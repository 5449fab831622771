import { KeysetScrollPosition, readKeys, ScrollPosition, writeKeys } from "../../data/mod.ts";
import { holdsStorableTexts } from "../../kernel/mod.ts";
import type { QueryParameters } from "./query_parameters.ts";

/** The names of the parameters that page by cursors. */
export interface CursorParameterNames {
  /** Reads the items after a cursor; empty for the first page. */
  readonly after: string;
  /** Reads the items before a cursor; empty for the last page. */
  readonly before: string;
  /** Asks for the total number. */
  readonly count: string;
}

/**
 * Names the parameters that page by cursors.
 *
 * @param page the name of the parameter that holds the page number
 */
export function cursorParameterNames(page: string): CursorParameterNames {
  return { after: `${page}[after]`, before: `${page}[before]`, count: `${page}[count]` };
}

/** Maximum length of a cursor: servers and proxies on the way bound the length of addresses. */
const maxLength = 6_000;

/** A request for a page by keys. */
export interface CursorRequest {
  readonly position: KeysetScrollPosition;
  /** Whether the client requests the total number. */
  readonly counts: boolean;
}

/** Thrown when a cursor or a parameter beside it is invalid. */
export class CursorError extends Error {
  /** Name of the parameter. */
  readonly parameter: string;

  /**
   * @param parameter its name
   * @param message what is wrong with it
   */
  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/**
 * Reads the parameters that page by cursors.
 *
 * @param query the request's parameters
 * @param names the names of the parameters
 * @param page the name of the parameter that holds the page number
 * @returns the request, or `undefined` if the client requests a page by its number
 * @throws CursorError when a cursor can't be read, or there are several
 */
export function cursorRequest(
  query: QueryParameters,
  names: CursorParameterNames,
  page: string,
): CursorRequest | undefined {
  const given = [names.after, names.before].filter((name) => query.has(name));
  const [name, other] = [...given, ...(query.has(page) ? [page] : [])];
  if (name === page) return undefined;
  const counts = query.get(names.count) === "true";
  if (name === undefined) return { position: ScrollPosition.keyset(), counts };
  if (other !== undefined) throw new CursorError(name, `Cannot read "${name}" as it must not stand beside "${other}"`);
  if (query.getAll(name).length > 1) throw new CursorError(name, `Cannot read "${name}" as it must be there once`);
  const keys = readCursor(name, query.get(name)!);
  return { position: new KeysetScrollPosition(keys, name === names.after ? "FORWARD" : "BACKWARD"), counts };
}

/**
 * Writes a cursor.
 *
 * @param position of an item
 * @param parameter the name of the parameter that takes it
 * @throws CursorError when the keys are so long that no address holds them
 */
export function writeCursor({ keys }: KeysetScrollPosition, parameter: string): string {
  const cursor = new TextEncoder().encode(writeKeys(keys)).toBase64({ alphabet: "base64url", omitPadding: true });
  if (cursor.length <= maxLength && holdsStorableTexts(keys)) return cursor;
  const properties = Object.keys(keys).join(", ");
  throw new CursorError(
    parameter,
    `Cannot link to a further page as a cursor must have ${maxLength} characters at most: it has ${cursor.length} with ` +
      `the values of ${properties} (sort by shorter properties, or ask for pages by their numbers)`,
  );
}

function readCursor(parameter: string, cursor: string): KeysetScrollPosition["keys"] {
  if (cursor === "") return {};
  try {
    if (cursor.length > maxLength) throw new RangeError("too long");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.fromBase64(cursor, { alphabet: "base64url" }),
    );
    const keys = readKeys(text);
    if (holdsStorableTexts(keys) && Object.keys(keys).length > 0) return keys;
  } catch {
    // Whatever is wrong with it, it is none of ours.
  }
  throw new CursorError(parameter, `Cannot read "${parameter}" as it must be a cursor from a link of this collection`);
}
