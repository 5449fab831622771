import { type AnyDescriptor, type Class, descriptionOf } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import { shownFields } from "../export/document_fields.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { JsonWriters } from "../hal/json_writer.ts";
import type { EntityReader } from "./entity_reader.ts";
import { idFromUri } from "./entity_uri.ts";
import { isJsonObject } from "./json_object.ts";
import { readValue } from "./value_reader.ts";

/** A position in the documents of a collection that the JSON Pointer of a patch refers to. */
export interface PointerTarget {
  /** The descriptor of the value; absent within values that are not described further. */
  readonly descriptor?: AnyDescriptor;
  /** The collection whose item URIs are at this position. */
  readonly target?: ExportedCollection | undefined;
  /** Whether clients may change the value. */
  readonly isWritable: boolean;
}

/** Parts of {@linkcode PointerTargets}. */
export interface PointerTargetsOptions {
  readonly collection: ExportedCollection;
  readonly registry: CollectionRegistry;
  readonly reader: EntityReader;
  /** The writers of the documents that patches are applied to. */
  readonly writers: JsonWriters;
}

/** Resolves JSON Pointers in the documents of a collection. */
export class PointerTargets {
  readonly #options: PointerTargetsOptions;
  readonly #members: ReadonlyMap<string, PointerTarget>;

  /** @param options the collection, and the readers and writers of its values */
  constructor(options: PointerTargetsOptions) {
    this.#options = options;
    const { collection, reader } = options;
    this.#members = new Map<string, PointerTarget>([
      ...shownFields(collection).map(({ name, descriptor }) => [name, { descriptor, isWritable: false }] as const),
      ...reader.writableFields.map((field) => {
        const pointed = { descriptor: field.descriptor, target: reader.associationOf(field)?.target, isWritable: true };
        return [reader.nameOf(field), pointed] as const;
      }),
    ]);
  }

  /**
   * Resolves a JSON Pointer.
   *
   * @param segments the decoded names and indexes of the pointer
   * @returns the target, or `undefined` when documents have no such property
   */
  at([first, ...others]: readonly string[]): PointerTarget | undefined {
    let pointed = first === undefined ? undefined : this.#members.get(first);
    for (const segment of others) pointed = pointed && this.#within(pointed, segment);
    return pointed;
  }

  /**
   * Normalizes a value to the notation of documents: dates and numbers in one format, one URI per item.
   *
   * @param target the position of the value
   * @param json the value from a client; returned unchanged if it does not fit
   */
  asWritten({ descriptor, target }: PointerTarget, json: unknown): unknown {
    if (target !== undefined) return localUris(json, target);
    const inner = (element: AnyDescriptor) => ({ descriptor: element, isWritable: true });
    switch (descriptor?.kind) {
      case "nullable":
        return this.asWritten(inner(descriptor.inner), json);
      case "list":
      case "container":
        return Array.isArray(json) ? json.map((item) => this.asWritten(inner(descriptor.element), item)) : json;
      case "map":
        return this.#membersAsWritten(json, () => inner(descriptor.value));
      case "object":
        return this.#membersAsWritten(json, (name) => this.#property(descriptor.type(), name));
      case "scalar":
      case "enum":
        return this.#single(descriptor, json);
      default:
        return json;
    }
  }

  #membersAsWritten(json: unknown, targetOf: (name: string) => PointerTarget | undefined): unknown {
    if (!isJsonObject(json)) return json;
    return Object.fromEntries(
      Object.entries(json).map(([name, value]) => {
        const pointed = targetOf(name);
        return [name, pointed === undefined ? value : this.asWritten(pointed, value)];
      }),
    );
  }

  #single(descriptor: AnyDescriptor, json: unknown): unknown {
    const read = readValue(descriptor, json, { path: "" });
    if (!("value" in read)) return json;
    const write = this.#options.writers.of(descriptor);
    return write === undefined ? read.value : write(read.value, "");
  }

  #within(pointed: PointerTarget, segment: string): PointerTarget | undefined {
    const { descriptor, target, isWritable } = pointed;
    switch (descriptor?.kind) {
      case "nullable":
        return this.#within({ ...pointed, descriptor: descriptor.inner }, segment);
      case "list":
      case "container":
        return { descriptor: descriptor.element, target, isWritable };
      case "map":
        return { descriptor: descriptor.value, isWritable };
      case "object": {
        const found = target === undefined ? this.#property(descriptor.type(), segment) : { isWritable };
        return found && { ...found, isWritable: isWritable && found.isWritable };
      }
      default:
        return { isWritable };
    }
  }

  /** Returns the target of a property of a nested object. */
  #property(type: Class, name: string): PointerTarget | undefined {
    const description = descriptionOf(type);
    if (description === undefined) return { isWritable: true };
    const { registry } = this.#options;
    const field = registry.fieldsOf(type).find((candidate) => candidate.name === name);
    if (field === undefined || field.hidden || field.property === description.entity.version) return undefined;
    const { descriptor, readOnly } = field;
    return { descriptor, target: registry.linkedFrom(descriptor), isWritable: !readOnly };
  }
}

function localUris(json: unknown, target: ExportedCollection): unknown {
  if (Array.isArray(json)) return json.map((element) => localUris(element, target));
  const id = typeof json === "string" ? idFromUri(json, target) : undefined;
  return id === undefined ? json : target.itemHref("", id);
}
