import type { GraphQLError } from "graphql";
import { assert } from "@std/assert";

type Path = readonly (string | number)[];

interface Piece {
  readonly id?: string;
  readonly path?: Path;
  readonly subPath?: Path;
  readonly data?: unknown;
  readonly items?: readonly unknown[] | null;
  readonly errors?: readonly GraphQLError[];
}

interface Part {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
  readonly pending?: readonly { readonly id: string; readonly path: Path }[];
  readonly incremental?: readonly Piece[];
  readonly completed?: readonly { readonly id: string; readonly errors?: readonly GraphQLError[] }[];
  readonly hasNext?: boolean;
}

/** The parts of a result, merged as a client does, in the current form and in that of 2022. */
export class MergedParts {
  readonly #root: { data?: unknown };
  readonly #errors: GraphQLError[];
  readonly #paths = new Map<string, Path>();

  private constructor(first: Part) {
    this.#root = { data: first.data };
    this.#errors = [...first.errors ?? []];
    this.#note(first);
  }

  /** Reads all parts. Exactly the last one may say that there is no other, and each pending part has to be completed. */
  static async of(parts: AsyncIterable<Part>): Promise<{ readonly data: unknown; readonly errors?: GraphQLError[] }> {
    let merged: MergedParts | undefined;
    let hasNext: boolean | undefined = true;
    for await (const part of parts) {
      assert(hasNext, "A part follows the last one");
      if (merged === undefined) merged = new MergedParts(part);
      else merged.#add(part);
      hasNext = part.hasNext;
    }
    assert(merged !== undefined && hasNext === false, "The last part has to say that there is no other");
    assert(merged.#paths.size === 0, "A part is neither delivered nor failed");
    return { data: merged.#root.data, ...(merged.#errors.length > 0 ? { errors: merged.#errors } : {}) };
  }

  #note({ pending }: Part): void {
    for (const { id, path } of pending ?? []) this.#paths.set(id, path);
  }

  #add(part: Part): void {
    this.#note(part);
    for (const piece of part.incremental ?? []) this.#merge(piece);
    for (const { id, errors } of part.completed ?? []) {
      assert(this.#paths.delete(id), `Part "${id}" is completed twice`);
      this.#errors.push(...errors ?? []);
    }
  }

  #merge({ id, path, subPath = [], data, items, errors }: Piece): void {
    this.#errors.push(...errors ?? []);
    const full = ["data", ...path ?? this.#paths.get(id!)!, ...subPath];
    let target: Record<string, unknown> = this.#root;
    if (Array.isArray(items)) {
      for (const key of path ? full.slice(0, -1) : full) target = target[key] as typeof target;
      (target as unknown as unknown[]).push(...items);
      return;
    }
    if (data === null || data === undefined) return;
    for (const key of full.slice(0, -1)) target = target[key] as typeof target;
    const last = full.at(-1)!;
    target[last] = mergedDeeply(target[last], data);
  }
}

function mergedDeeply(old: unknown, added: unknown): unknown {
  if (!isRecord(old) || !isRecord(added)) return added;
  for (const [key, value] of Object.entries(added)) old[key] = key in old ? mergedDeeply(old[key], value) : value;
  return old;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
