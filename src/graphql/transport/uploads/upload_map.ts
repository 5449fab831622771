import { RequestRefusal } from "../request_refusal.ts";

/** Paths of variables by the key of a file: the part `map` of a multipart request. */
export type UploadMap = ReadonlyMap<string, readonly string[]>;

/** The maximum number of paths in the map of a request. */
const maxPaths = 100;

/**
 * Reads the part `map`.
 *
 * @param text JSON: lists of paths by the key of a file
 * @param maxFiles maximum number of files
 * @throws RequestRefusal when it has another structure
 */
export function uploadMap(text: string, maxFiles: number): UploadMap {
  const value = jsonOf("map", text);
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).every((paths) => Array.isArray(paths) && paths.every((path) => typeof path === "string"));
  if (!isMap) {
    throw new RequestRefusal(
      400,
      'Cannot read the part "map" as it must be an object with lists of paths, such as {"0": ["variables.file"]}',
    );
  }
  const entries = Object.entries(value as Record<string, string[]>);
  if (entries.length > maxFiles) throw tooMany("files", maxFiles, entries.length);
  const paths = entries.reduce((sum, [, of]) => sum + of.length, 0);
  if (paths > maxPaths) throw tooMany("paths", maxPaths, paths);
  return new Map(entries);
}

function tooMany(what: string, max: number, actual: number): RequestRefusal {
  return new RequestRefusal(
    413,
    `Cannot read the part "map" as it must have at most ${max} ${what}: current number is ${actual}`,
  );
}

/**
 * Parses a part of a multipart request.
 *
 * @param part the name of the part
 * @param text JSON
 * @throws RequestRefusal when it is not JSON
 */
export function jsonOf(part: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestRefusal(400, `Cannot read the part "${part}" as it must be JSON`);
  }
}

/**
 * Sets the value at a path.
 *
 * @param operations the part `operations`: one operation or a list
 * @param path such as `variables.files.0`, behind the index of the operation in a list
 * @param value replaces a `null` in the variables
 * @throws RequestRefusal when the path leads to any other value
 */
export function placeUpload(operations: unknown, path: string, value: unknown): void {
  const keys = path.split(".");
  const variables = Array.isArray(operations) ? 1 : 0;
  const last = keys.pop();
  if (keys[variables] === "variables" && last !== undefined && keys.length > variables) {
    const target = keys.reduce(ownValue, operations);
    if (typeof target === "object" && target !== null && ownValue(target, last) === null) {
      (target as Record<string, unknown>)[last] = value;
      return;
    }
  }
  throw new RequestRefusal(
    400,
    `Cannot place a file as its path must lead to a variable that is null: current value is "${path.slice(0, 100)}"`,
  );
}

function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
