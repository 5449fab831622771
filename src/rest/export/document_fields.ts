import { t } from "../../kernel/mod.ts";
import type { Association, ExportedCollection } from "./exported_collection.ts";
import type { Field } from "./field.ts";

/** The fields that are not associations, including hidden ones. */
export function inlineFields(collection: ExportedCollection): Field[] {
  const replaced = replacedBy(collection);
  return collection.fields.filter(({ property }) => !replaced.has(property));
}

/** The fields whose values are in documents for clients. */
export function shownFields(collection: ExportedCollection): Field[] {
  return inlineFields(collection).filter((field) => isShown(field, collection));
}

/** The fields of documents: shown ones, and hidden ones that are null. */
export function documentFields(collection: ExportedCollection): Field[] {
  return inlineFields(collection).filter((field) => field.isNull === true || isShown(field, collection));
}

/** The fields that clients may set, including associations. */
export function writableFields(collection: ExportedCollection): Field[] {
  const { fields, id, version } = collection;
  const fixed = replacedBy(collection, ({ settable }) => !settable);
  return fields.filter((field) =>
    !field.hidden && !field.readOnly && !id.has(field) && field !== version && !fixed.has(field.property)
  );
}

/** The fields of new items, including all properties of a composite id. */
export function creatableFields(collection: ExportedCollection): Field[] {
  const { isComposite, fields } = collection.id;
  return isComposite ? [...fields, ...writableFields(collection)] : writableFields(collection);
}

/** The names of required fields in documents from clients. */
export function requiredNames(collection: ExportedCollection, fields: readonly Field[]): string[] {
  const names = new Map(collection.associations.values().map(({ property, name }) => [property, name]));
  const isNeeded = ({ nullable, isGenerated, descriptor }: Field) =>
    !nullable && !isGenerated && descriptor.kind !== "list";
  return fields.filter(isNeeded)
    .map(({ name, property }) => names.get(property) ?? name);
}

/** The fields that projections may name: described fields, and the targets of foreign keys. */
export function projectableFields({ fields, associations }: ExportedCollection): Field[] {
  const keyed = [...associations.values()].flatMap(({ name, property, holdsIds, many, type }) => {
    const field = fields.find((candidate) => candidate.property === property);
    if (field === undefined || !holdsIds) return [];
    const target = t.object(() => type);
    return [{ ...field, name, descriptor: many ? t.list(target) : target }];
  });
  return [...keyed, ...fields];
}

function isShown(field: Field, { id, version, options }: ExportedCollection): boolean {
  return !field.hidden && field.binary === undefined && field !== version &&
    (!id.has(field) || options.exposeId === true);
}

function replacedBy(
  { associations }: ExportedCollection,
  isMeant: (association: Association) => boolean = () => true,
): ReadonlySet<string | undefined> {
  return new Set(associations.values().filter(isMeant).map(({ replaces }) => replaces));
}
