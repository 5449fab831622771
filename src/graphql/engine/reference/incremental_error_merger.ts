import type { GraphQLError } from "../../../../deps.ts";
import { classified } from "../engine_error_type.ts";
import type { ReferenceRequest } from "./reference_request.ts";

type Path = readonly (string | number)[];

/** Data of a result, and its path; the keys depend on the format of incremental delivery. */
interface Piece {
  readonly id?: string;
  readonly path?: Path;
  readonly subPath?: Path;
  readonly data?: unknown;
  readonly items?: unknown;
  readonly errors?: readonly GraphQLError[];
}

/** A result of an operation with `@defer` or `@stream`: the initial one, or a subsequent one. */
export interface PartialResult extends Piece {
  readonly pending?: readonly { readonly id: string; readonly path: Path }[];
  readonly incremental?: readonly Piece[];
  readonly completed?: readonly Piece[];
  readonly hasNext?: boolean;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * Adds the errors and extensions of `DataFetcherResult`s to the incremental results of one operation: each error to the
 * result that contains its field.
 */
export class IncrementalErrorMerger {
  readonly #request: ReferenceRequest;
  readonly #paths: Map<string, Path> = new Map();
  #waiting: readonly GraphQLError[] = [];

  /** @param request collects the errors and extensions that fetchers report */
  constructor(request: ReferenceRequest) {
    this.#request = request;
  }

  /**
   * Completes the initial result.
   *
   * @param result the result of graphql-js
   */
  initial<R extends PartialResult>(result: R): R {
    this.#read(result);
    return { ...this.#piece(result, []), ...this.#extensions(result) };
  }

  /**
   * Completes a subsequent result.
   *
   * @param part the result of graphql-js
   */
  part<R extends PartialResult>(part: R): R {
    this.#read(part);
    const pieces = (list: readonly Piece[]) => list.map((piece) => this.#piece(piece, this.#placeOf(piece)));
    return {
      ...part,
      ...(part.incremental ? { incremental: pieces(part.incremental) } : {}),
      ...(part.completed ? { completed: pieces(part.completed) } : {}),
      ...this.#extensions(part),
    };
  }

  #read({ pending = [] }: PartialResult): void {
    for (const { id, path } of pending) this.#paths.set(id, path);
    this.#waiting = [...this.#waiting, ...this.#request.takeErrors()];
  }

  #placeOf({ id, path, subPath = [] }: Piece): Path {
    return path ?? [...this.#paths.get(id ?? "") ?? [], ...subPath];
  }

  #piece<P extends Piece>(piece: P, place: Path): P {
    const own = this.#waiting.filter(({ path = [] }) => holds(piece, path, place));
    if (own.length === 0 && piece.errors === undefined) return piece;
    if (own.length > 0) this.#waiting = this.#waiting.filter((error) => !own.includes(error));
    return { ...piece, errors: [...(piece.errors ?? []).map(classified), ...own] };
  }

  #extensions({ extensions }: PartialResult): Pick<PartialResult, "extensions"> {
    const further = this.#request.takeExtensions();
    return further === undefined ? {} : { extensions: { ...extensions, ...further } };
  }
}

/** Whether the field at a path is in a piece, or became null with one of its ancestors in the piece. */
function holds({ data, items, errors }: Piece, path: Path, place: Path): boolean {
  if (!place.every((key, i) => path[i] === key)) return false;
  // Streamed items have no `data`, nor has a fragment that failed.
  if (data === undefined) return items !== undefined || errors !== undefined;
  let value: unknown = data;
  for (const key of path.slice(place.length)) {
    if (typeof value !== "object" || value === null) return true;
    if (!Object.hasOwn(value, key)) return false;
    value = (value as Record<string | number, unknown>)[key];
  }
  return true;
}
