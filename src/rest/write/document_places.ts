import { type AnyDescriptor, type Class, descriptionOf } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import { shownFields } from "../export/document_fields.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { JsonWriters } from "../hal/json_writer.ts";
import type { EntityReader } from "./entity_reader.ts";
import { idFromUri } from "./entity_uri.ts";
import { isJsonObject } from "./json_object.ts";
import { readValue } from "./value_reader.ts";

/** A place in the documents of a collection, as patches name it. */
export interface DocumentPlace {
  /** What stands there; absent inside of values that are not described further. */
  readonly descriptor?: AnyDescriptor;
  /** The collection of the items whose URIs stand there. */
  readonly target?: ExportedCollection | undefined;
  /** Whether clients may change what stands there. */
  readonly isWritable: boolean;
}

/** What {@linkcode DocumentPlaces} is made of. */
export interface DocumentPlacesOptions {
  readonly collection: ExportedCollection;
  readonly registry: CollectionRegistry;
  readonly reader: EntityReader;
  /** Write the documents that patches are applied to. */
  readonly writers: JsonWriters;
}

/** Knows the places in the documents of one collection: which there are, and what they hold. */
export class DocumentPlaces {
  readonly #options: DocumentPlacesOptions;
  readonly #members: ReadonlyMap<string, DocumentPlace>;

  /** @param options the collection, and how its values are read and written */
  constructor(options: DocumentPlacesOptions) {
    this.#options = options;
    const { collection, reader } = options;
    this.#members = new Map<string, DocumentPlace>([
      ...shownFields(collection).map(({ name, descriptor }) => [name, { descriptor, isWritable: false }] as const),
      ...reader.writableFields.map((field) => {
        const place = { descriptor: field.descriptor, target: reader.associationOf(field)?.target, isWritable: true };
        return [reader.nameOf(field), place] as const;
      }),
    ]);
  }

  /**
   * Finds a place.
   *
   * @param segments the names and indexes that lead there, decoded
   * @returns the place, or `undefined` when documents have no such property
   */
  at([first, ...others]: readonly string[]): DocumentPlace | undefined {
    let place = first === undefined ? undefined : this.#members.get(first);
    for (const segment of others) place = place && this.#within(place, segment);
    return place;
  }

  /**
   * Says a value as the documents do that patches are applied to: dates and numbers in one spelling, items by one URI.
   *
   * @param place where the value would stand
   * @param json what a client sent; what does not fit stays as it is
   */
  asWritten({ descriptor, target }: DocumentPlace, json: unknown): unknown {
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

  #membersAsWritten(json: unknown, placeOf: (name: string) => DocumentPlace | undefined): unknown {
    if (!isJsonObject(json)) return json;
    return Object.fromEntries(
      Object.entries(json).map(([name, value]) => {
        const place = placeOf(name);
        return [name, place === undefined ? value : this.asWritten(place, value)];
      }),
    );
  }

  #single(descriptor: AnyDescriptor, json: unknown): unknown {
    const read = readValue(descriptor, json, { path: "" });
    if (!("value" in read)) return json;
    const write = this.#options.writers.of(descriptor);
    return write === undefined ? read.value : write(read.value, "");
  }

  #within(place: DocumentPlace, segment: string): DocumentPlace | undefined {
    const { descriptor, target, isWritable } = place;
    switch (descriptor?.kind) {
      case "nullable":
        return this.#within({ ...place, descriptor: descriptor.inner }, segment);
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

  /** A property of a nested object. */
  #property(type: Class, name: string): DocumentPlace | undefined {
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
