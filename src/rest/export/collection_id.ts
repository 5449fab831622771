import { type Criteria, where } from "../../data/mod.ts";
import { type Class, descriptionOf, idNamesOf, isTemporal, type TypeDescription } from "../../kernel/mod.ts";
import { type Field, isEntityClass } from "./field.ts";
import { type IdText, idText, jointIdText } from "./id_text.ts";
import type { IdConverter } from "./repository_export_options.ts";

/** A part of an id; of a reference the id of what it refers to. */
interface IdPart {
  readonly field: Field;
  /** Of a reference: the class that it refers to, and its identifying property. */
  readonly referred?: { readonly type: Class; readonly property: string };
}

/** Texts that are the same when they are encoded. */
const unreserved = /^[\w.!~*'()-]*$/;

/** What identifies the items of a collection: one property, or several together. */
export class CollectionId {
  /** The identifying fields. */
  readonly fields: readonly Field[];
  readonly #parts: readonly IdPart[];
  readonly #text: IdText;

  /**
   * @param description what was described of the items
   * @param fields the fields of the collection
   * @param converter converts ids, where the built-in form does not do
   * @throws TypeError when no text says such an id
   */
  constructor({ entity, type }: TypeDescription, fields: readonly Field[], converter: IdConverter | undefined) {
    this.fields = idNamesOf(entity).map((name) => fields.find(({ property }) => property === name)!);
    this.#parts = this.fields.map((field) => partOf(type, field));
    this.#text = converter ?? this.#describedText(type);
  }

  /** Whether several properties identify together. */
  get isComposite(): boolean {
    return this.fields.length > 1;
  }

  /** The property paths that an id is read from. */
  get paths(): string[] {
    return this.#parts.map(pathOf);
  }

  /** Whether a field is identifying. */
  has(field: Field): boolean {
    return this.fields.includes(field);
  }

  /** The id of an entity. */
  of(entity: object): unknown {
    // Described properties are read by name.
    const values = entity as Record<string, unknown>;
    if (!this.isComposite) return values[this.fields[0]!.property];
    return Object.fromEntries(this.#parts.map((part) => [part.field.property, valueOf(part, values)]));
  }

  /** The properties of an object that stands for the entity of an id. */
  values(id: unknown): Record<string, unknown> {
    const values = this.#valuesOf(id);
    return Object.fromEntries(this.#parts.map(({ field: { property }, referred }, i) => {
      if (referred === undefined) return [property, values[i]];
      // A prototype is typed as any instance of its class.
      const stub = Object.create(referred.type.prototype as object) as object;
      return [property, Object.assign(stub, { [referred.property]: values[i] })];
    }));
  }

  /** Criteria that the item of an id fulfils. */
  criteria(id: unknown): Criteria {
    const values = this.#valuesOf(id);
    const operands = this.#parts.map((part, i) => where(pathOf(part)).is(values[i]));
    return operands.length === 1 ? operands[0]! : { kind: "and", operands };
  }

  /** The id's form in URIs, encoded. */
  segment(id: unknown): string {
    const plain = this.text(id);
    if (unreserved.test(plain)) return plain;
    const text = encodeURIComponent(plain.toWellFormed());
    // A path segment may hold commas; those within a part are escaped already.
    return this.isComposite ? text.replaceAll("%2C", ",") : text;
  }

  /** The id as text, as it stands in decoded paths. */
  text(id: unknown): string {
    return this.#text.toRequestId(id);
  }

  /** Reads an id from a decoded path segment; `undefined` when no id looks like it. */
  from(text: string): unknown {
    return this.#text.fromRequestId(text);
  }

  #valuesOf(id: unknown): unknown[] {
    // The id of several properties has each of them.
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
