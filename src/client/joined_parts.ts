import type { GraphQlResponseBody } from "./client_graphql_response.ts";
import type { ResponseError } from "./response_error.ts";

type Path = readonly (string | number)[];

/** The paths of pending incremental results, by id. */
export type PartPaths = Map<string, Path>;

/** One incremental result: data for an object, or further items of a list. */
interface Piece {
  readonly id: string;
  readonly subPath?: Path;
  readonly data?: unknown;
  readonly items?: readonly unknown[];
  readonly errors?: readonly ResponseError[];
}

/** A part of an incremental response: the initial result, or a subsequent one. */
interface Part extends GraphQlResponseBody {
  readonly pending?: readonly { readonly id: string; readonly path: Path }[];
  readonly incremental?: readonly Piece[];
  readonly completed?: readonly { readonly errors?: readonly ResponseError[] }[];
  readonly hasNext?: boolean;
}

/**
 * Whether more follows a response, which is one part of a result.
 *
 * @param body a response as it arrived
 */
export function isContinued(body: GraphQlResponseBody): boolean {
  return (body as Part).hasNext === true;
}

/**
 * Puts the next part into a response.
 *
 * @param body the response so far
 * @param part the next part
 * @param paths the paths of pending results; those that the part announces are added
 * @throws TypeError when a piece belongs nowhere
 */
export function joined(
  body: GraphQlResponseBody,
  part: GraphQlResponseBody,
  paths: PartPaths,
): GraphQlResponseBody {
  const { incremental = [], completed = [], extensions } = part as Part;
  learnPaths(part, paths);
  let data = body.data;
  for (const piece of incremental) {
    const path = paths.get(piece.id);
    if (path === undefined) throw new TypeError(`piece "${piece.id}" was never announced`);
    data = changed(data, [...path, ...piece.subPath ?? []], (at) => withPiece(at, piece));
  }
  const errors = [body, ...incremental, ...completed].flatMap((piece) => piece.errors ?? []);
  return {
    ...(errors.length > 0 ? { errors } : {}),
    data,
    ...(body.extensions || extensions ? { extensions: { ...body.extensions, ...extensions } } : {}),
  };
}

/**
 * Registers the paths of the pending results that a part announces.
 *
 * @param part a response as it arrived
 * @param paths by the ids of the pieces
 */
export function learnPaths(part: GraphQlResponseBody, paths: PartPaths): void {
  for (const { id, path } of (part as Part).pending ?? []) paths.set(id, path);
}

/**
 * Returns a copy with another value at a path; properties are defined, not assigned, as a server may name them
 * `__proto__`.
 */
function changed(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
    throw new TypeError(`there is no "${key}" in what came before`);
  }
  if (Array.isArray(value)) return value.map((item, i) => i === key ? changed(item, rest, change) : item);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? changed(inner, rest, change) : inner]),
  );
}

function withPiece(value: unknown, { data, items }: Piece): unknown {
  return items !== undefined && Array.isArray(value) ? [...value, ...items] : merged(value, data);
}

function merged(value: unknown, data: unknown): unknown {
  if (!isObject(value) || !isObject(data)) return data;
  const entries = Object.entries(data).map(([name, inner]) =>
    [name, Object.hasOwn(value, name) ? merged(value[name], inner) : inner] as const
  );
  return Object.fromEntries([...Object.entries(value), ...entries]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
