import { AccessDeniedError, Authentication } from "../../context/mod.ts";
import { type HttpExchange, ResponseStatusError } from "../../http/mod.ts";
import { shortened } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Field } from "../export/field.ts";
import type { JsonWriters } from "../hal/json_writer.ts";
import { equalJson } from "./equal_json.ts";
import { isJsonObject } from "./json_object.ts";

/** Rejects writes to properties that the caller may not write, in one view of a collection. */
export class RestrictedWrites {
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #writers: JsonWriters;

  /**
   * @param collection the collection in the view
   * @param writers the writers of documents that clients may read
   */
  constructor({ fields }: ExportedCollection, writers: JsonWriters) {
    this.#writers = writers;
    this.#fields = new Map(fields.filter(({ isRestricted }) => isRestricted).map((field) => [field.name, field]));
  }

  /**
   * Rejects a document that changes a restricted property. Unchanged values may be sent back.
   *
   * @param exchange the request
   * @param json the document, or a merge patch
   * @param existing the entity that is changed; absent for a new one
   * @throws ResponseStatusError 403 naming the property; AccessDeniedError for unauthenticated clients
   */
  require(exchange: HttpExchange, json: unknown, existing?: object): void {
    if (this.#fields.size === 0 || !isJsonObject(json)) return;
    for (const name of Object.keys(json)) {
      const field = this.#fields.get(name);
      if (field === undefined || this.#isUnchanged(field, json[name], existing)) continue;
      throw refusal(exchange, name);
    }
    if (existing === undefined) this.#requireComplete();
  }

  /**
   * Rejects a JSON Patch with operations that change a restricted property.
   *
   * @param exchange the request
   * @param operations the patch
   * @throws ResponseStatusError 403 naming the property; AccessDeniedError for unauthenticated clients
   */
  requirePatch(exchange: HttpExchange, operations: unknown): void {
    if (this.#fields.size === 0 || !Array.isArray(operations)) return;
    for (const { op, path, from } of operations.filter(isJsonObject)) {
      const changed = op === "test" ? [] : op === "move" ? [path, from] : [path];
      for (const pointer of changed) {
        const name = firstSegment(pointer);
        if (name !== undefined && this.#fields.has(name)) throw refusal(exchange, name);
      }
    }
  }

  #isUnchanged({ hidden, property, descriptor }: Field, sent: unknown, existing: object | undefined): boolean {
    if (hidden || existing === undefined) return false;
    // Described properties are read by name.
    const held = (existing as Record<string, unknown>)[property] ?? null;
    const write = held === null ? undefined : this.#writers.of(descriptor);
    return equalJson(sent, write === undefined ? held : write(held, ""));
  }

  /** Rejects the creation of items without a required property that the caller may not write. */
  #requireComplete(): void {
    const needed = this.#fields.values().find(({ nullable, isGenerated, initial, descriptor }) =>
      !nullable && !isGenerated && initial === undefined && descriptor.kind !== "list"
    );
    if (needed !== undefined) throw new AccessDeniedError(`Required: to write "${needed.name}", which new items need`);
  }
}

function refusal({ authentication }: HttpExchange, name: string): Error {
  if (!Authentication.isKnown(authentication)) return new AccessDeniedError(`Required: to write "${name}"`);
  return new ResponseStatusError(403, `Cannot write property "${shortened(name)}"`);
}

function firstSegment(pointer: unknown): string | undefined {
  if (typeof pointer !== "string") return undefined;
  return pointer.split("/", 2)[1]?.replaceAll("~1", "/").replaceAll("~0", "~");
}
