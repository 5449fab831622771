import { type Criteria, where } from "../../data/mod.ts";
import { type Class, descriptionOf, idNamesOf, isTemporal, type TypeDescription } from "../../kernel/mod.ts";
import { type Field, isEntityClass } from "./field.ts";
import { type IdText, idText, jointIdText } from "./id_text.ts";
import type { IdConverter } from "./repository_export_options.ts";

/** A part of an id; for a reference, the id of the referenced entity. */
interface IdPart {
  readonly field: Field;
  /** For a reference: the class that it refers to, and its identifying property. */
  readonly referred?: { readonly type: Class; readonly property: string };
}

/** Texts that need no encoding. */
const unreserved = /^[\w.!~*'()-]*$/;

/** The id of the items of a collection, of one property or several. */
export class CollectionId {
  /** The identifying fields. */
  readonly fields: readonly Field[];
  readonly #parts: readonly IdPart[];
  readonly #text: IdText;

  /**
   * @param description what was described of the items
   * @param fields the fields of the collection
   * @param converter a custom converter of ids
   * @throws TypeError when such an id has no text form
   */
  constructor({ entity, type }: TypeDescription, fields: readonly Field[], converter: IdConverter | undefined) {
    this.fields = idNamesOf(entity).map((name) => fields.find(({ property }) => property === name)!);
    this.#parts = this.fields.map((field) => partOf(type, field));
    this.#text = converter ?? this.#describedText(type);
  }

  /** Whether the id is composite. */
  get isComposite(): boolean {
    return this.fields.length > 1;
  }

  /** The property paths of the id. */
  get paths(): string[] {
    return this.#parts.map(pathOf);
  }

  /** Whether a field is identifying. */
  has(field: Field): boolean {
    return this.fields.includes(field);
  }

  /** Returns the id of an entity. */
  of(entity: object): unknown {
    // Described properties are read by name.
    const values = entity as Record<string, unknown>;
    if (!this.isComposite) return values[this.fields[0]!.property];
    return Object.fromEntries(this.#parts.map((part) => [part.field.property, valueOf(part, values)]));
  }

  /** Returns the properties of an object that represents the entity of an id. */
  values(id: unknown): Record<string, unknown> {
    const values = this.#valuesOf(id);
    return Object.fromEntries(this.#parts.map(({ field: { property }, referred }, i) => {
      if (referred === undefined) return [property, values[i]];
      // A prototype is typed as any instance of its class.
      const stub = Object.create(referred.type.prototype as object) as object;
      return [property, Object.assign(stub, { [referred.property]: values[i] })];
    }));
  }

  /** Returns the criteria for the item with an id. */
  criteria(id: unknown): Criteria {
    const values = this.#valuesOf(id);
    const operands = this.#parts.map((part, i) => where(pathOf(part)).is(values[i]));
    return operands.length === 1 ? operands[0]! : { kind: "and", operands };
  }

  /** Returns the encoded form of an id in URIs. */
  segment(id: unknown): string {
    const plain = this.text(id);
    if (unreserved.test(plain)) return plain;
    const text = encodeURIComponent(plain.toWellFormed());
    // Commas are valid in a path segment; those within a part are already escaped.
    return this.isComposite ? text.replaceAll("%2C", ",") : text;
  }

  /** Returns the text of an id in decoded paths. */
  text(id: unknown): string {
    return this.#text.toRequestId(id);
  }

  /** Parses an id from a decoded path segment; returns `undefined` when it is invalid. */
  from(text: string): unknown {
    return this.#text.fromRequestId(text);
  }

  #valuesOf(id: unknown): unknown[] {
    // A composite id has all properties.
    return this.isComposite ? this.fields.map(({ property }) => (id as Record<string, unknown>)[property]) : [id];
  }

  #describedText(type: Class): IdText {
    const texts = this.#parts.map(({ field, referred }) => {
      const descriptor = referred === undefined
        ? field.descriptor
        : descriptionOf(referred.type)!.properties.get(referred.property)!;
      return idText(descriptor) ?? refuseId(type, field);
    });
    return this.isComposite ? jointIdText(this.fields.map(({ property }, i) => [property, texts[i]!])) : texts[0]!;
  }
}

function partOf({ name }: Class, field: Field): IdPart {
  const { descriptor, property } = field;
  const type = descriptor.kind === "object" ? descriptor.type() : undefined;
  if (type === undefined || !isEntityClass(type)) return { field };
  const [id, ...others] = idNamesOf(descriptionOf(type)!.entity);
  if (others.length === 0) return { field, referred: { type, property: id! } };
  throw new TypeError(
    `Cannot export class "${name}" as part "${property}" of its id must refer to an entity with a single id: give ` +
      `"${name}" properties with the id of "${type.name}" instead`,
  );
}

function pathOf({ field: { property }, referred }: IdPart): string {
  return referred === undefined ? property : `${property}.${referred.property}`;
}

function valueOf({ field: { property }, referred }: IdPart, values: Readonly<Record<string, unknown>>): unknown {
  const held = values[property];
  const isEntity = referred !== undefined && typeof held === "object" && held !== null && !(held instanceof Date) &&
    !isTemporal(held);
  return isEntity ? (held as Record<string, unknown>)[referred.property] : held;
}

function refuseId({ name }: Class, { property }: Field): never {
  throw new TypeError(
    `Cannot export class "${name}" as its id "${property}" must be described as a text, a number, a date or an enum: ` +
      "give it an idConverter",
  );
}
