import type { GraphQLError } from "../../../../deps.ts";
import { classified } from "../engine_error_type.ts";
import type { ReferenceRequest } from "./reference_request.ts";

type Path = readonly (string | number)[];

/** Data of a result, and where it belongs; what the keys are depends on the form. */
interface Piece {
  readonly id?: string;
  readonly path?: Path;
  readonly subPath?: Path;
  readonly data?: unknown;
  readonly items?: unknown;
  readonly errors?: readonly GraphQLError[];
}

/** A result of an operation that defers: the first one, or a part. */
export interface PartialResult extends Piece {
  readonly pending?: readonly { readonly id: string; readonly path: Path }[];
  readonly incremental?: readonly Piece[];
  readonly completed?: readonly Piece[];
  readonly hasNext?: boolean;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * Puts the errors and extensions that fetchers reported beside their data into the results of one operation: each error
 * into the piece that holds its field.
 */
export class BesideParts {
  readonly #request: ReferenceRequest;
  readonly #paths: Map<string, Path> = new Map();
  #waiting: readonly GraphQLError[] = [];

  /** @param request takes what fetchers report */
  constructor(request: ReferenceRequest) {
    this.#request = request;
  }

  /**
   * Completes the first result.
   *
   * @param result as graphql-js gives it
   */
  initial<R extends PartialResult>(result: R): R {
    this.#read(result);
    return { ...this.#piece(result, []), ...this.#extensions(result) };
  }

  /**
   * Completes a part.
   *
   * @param part as graphql-js gives it
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

/** Whether the field at a path is in a piece, or fell with something above it in the piece. */
function holds({ data, items, errors }: Piece, path: Path, place: Path): boolean {
  if (!place.every((key, i) => path[i] === key)) return false;
  // The items of a list that is streamed have no data, nor has a fragment that failed.
  if (data === undefined) return items !== undefined || errors !== undefined;
  let value: unknown = data;
  for (const key of path.slice(place.length)) {
    if (typeof value !== "object" || value === null) return true;
    if (!Object.hasOwn(value, key)) return false;
    value = (value as Record<string | number, unknown>)[key];
  }
  return true;
}
