import { t } from "../../kernel/mod.ts";
import type { Association, ExportedCollection } from "./exported_collection.ts";
import type { Field } from "./field.ts";

/** The fields for which no association stands, hidden ones included. */
export function inlineFields(collection: ExportedCollection): Field[] {
  const replaced = replacedBy(collection);
  return collection.fields.filter(({ property }) => !replaced.has(property));
}

/** The fields whose values stand in documents that clients read. */
export function shownFields(collection: ExportedCollection): Field[] {
  return inlineFields(collection).filter((field) => isShown(field, collection));
}

/** The fields of documents: those that are shown, and those in whose place null stands. */
export function documentFields(collection: ExportedCollection): Field[] {
  return inlineFields(collection).filter((field) => field.isNull === true || isShown(field, collection));
}

/** The fields that clients may set, associations included. */
export function writableFields(collection: ExportedCollection): Field[] {
  const { fields, id, version } = collection;
  const fixed = replacedBy(collection, ({ settable }) => !settable);
  return fields.filter((field) =>
    !field.hidden && !field.readOnly && !id.has(field) && field !== version && !fixed.has(field.property)
  );
}

/** The fields of new items: of an id of several properties a client names each. */
export function creatableFields(collection: ExportedCollection): Field[] {
  const { isComposite, fields } = collection.id;
  return isComposite ? [...fields, ...writableFields(collection)] : writableFields(collection);
}

/** The names, in documents that clients send, of which fields must not be missing. */
export function requiredNames(collection: ExportedCollection, fields: readonly Field[]): string[] {
  const names = new Map(collection.associations.values().map(({ property, name }) => [property, name]));
  const isNeeded = ({ nullable, isGenerated, descriptor }: Field) =>
    !nullable && !isGenerated && descriptor.kind !== "list";
  return fields.filter(isNeeded)
    .map(({ name, property }) => names.get(property) ?? name);
}

/** What projections may name: the described fields, and the targets of foreign keys as if they were described. */
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
