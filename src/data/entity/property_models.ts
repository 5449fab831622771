import {
  type AnyDescriptor,
  type Class,
  describeValue,
  descriptionOf,
  idNamesOf,
  type ReferenceOptions,
  type ScalarName,
  type TypeDescription,
} from "../../kernel/mod.ts";
import { snakeCase } from "./naming.ts";
import { optionOf } from "./option_of.ts";
import { StoredColumn } from "./stored_column.ts";
import type { ColumnType, PropertyModel, ReferenceProperty } from "./property_model.ts";

const columnTypes: Readonly<Record<ScalarName, ColumnType>> = {
  String: "text",
  ID: "text",
  Int: "integer",
  Float: "float",
  Boolean: "boolean",
  BigInt: "bigint",
  Date: "date",
  Bytes: "bytes",
  Json: "json",
  Uuid: "uuid",
  Decimal: "decimal",
  LocalDate: "localDate",
  LocalTime: "localTime",
  LocalDateTime: "localDateTime",
  Instant: "instant",
};

/**
 * Maps each described property to columns.
 *
 * @param description the description of the class
 * @param prefix the prefix of column names, for embedded values
 * @throws TypeError when a property refers to a class without a description
 */
export function propertyModels<T>(description: TypeDescription<T>, prefix: string): Map<string, PropertyModel> {
  return new Map(
    [...description.properties].map((
      [name, descriptor],
    ) => [name, propertyModel(description, prefix, [name, descriptor])]),
  );
}

/** The options of an entity for single properties. */
interface OptionsByName {
  readonly columns?: Record<string, string | readonly string[]>;
  readonly columnTypes?: Record<string, string>;
  readonly references?: Record<string, ReferenceOptions>;
  readonly secrets?: readonly string[];
}

function propertyModel<T>(
  { type, entity }: TypeDescription<T>,
  prefix: string,
  [name, described]: readonly [string, AnyDescriptor],
): PropertyModel {
  requireAssignable(type, name);
  const options = entity as OptionsByName;
  const isSecret = options.secrets?.includes(name) ?? false;
  const isNullable = described.kind === "nullable";
  const descriptor = isNullable ? described.inner : described;
  const optional = isNullable && described.optional;
  const base = { name, nullable: isNullable, optional, descriptor };
  const stated = optionOf(options.columns, name);
  const column = `${prefix}${typeof stated === "string" ? stated : snakeCase(name)}`;
  const target = targetOf(descriptor);
  const reference = optionOf(options.references, name) ?? {};
  requireFitting(reference, { label: `${type.name}.${name}`, isNullable, isList: descriptor.kind === "list" });
  if (target === undefined) {
    return {
      ...base,
      kind: "column",
      column,
      type: columnTypeOf(descriptor),
      stored: new StoredColumn(optionOf(options.columnTypes, name), isSecret),
    };
  }
  const targetDescription = requireDescribed(target, `${type.name}.${name}`);
  const isEntity = targetDescription.entity.id !== undefined;
  if (descriptor.kind === "list") {
    // Embedded values have no link tables, as they have no id.
    return isEntity && prefix === ""
      ? { ...base, kind: "collection", target, options: reference }
      : { ...base, kind: "column", column, type: "json", stored: new StoredColumn(undefined, isSecret) };
  }
  if (!isEntity) return { ...base, kind: "embedded", target, prefix: `${column}_` };
  const held = referenceColumns(targetDescription, { column, stated, prefix, label: `${type.name}.${name}` });
  return { ...base, kind: "reference", ...held, target, options: reference };
}

/** Rejects `__proto__`: assigning it would replace the prototype of the entity. */
function requireAssignable(type: Class, name: string): void {
  if (name !== "__proto__") return;
  throw new TypeError(
    `Cannot store property "__proto__" of class "${type.name}" as assigning it must not replace the prototype: rename ` +
      'the property, and name its column with option "columns"',
  );
}

interface ReferenceColumns {
  /** The column name of the property. */
  readonly column: string;
  /** The value of the option `columns`. */
  readonly stated: string | readonly string[] | undefined;
  readonly prefix: string;
  readonly label: string;
}

/** Returns the columns that hold the id of the referenced entity: one for each identifying property. */
function referenceColumns(
  target: TypeDescription,
  { column, stated, prefix, label }: ReferenceColumns,
): Pick<ReferenceProperty, "column" | "stored" | "parts"> {
  const ids = idNamesOf(target.entity);
  if (ids.length === 1) {
    return { column: typeof stated === "string" ? column : `${column}_id`, stored: new StoredColumn() };
  }
  if (stated !== undefined && (typeof stated === "string" || stated.length !== ids.length)) {
    throw new TypeError(
      `Cannot store reference "${label}" as option "columns" must name ${ids.length} columns, for ${ids.join(", ")}: ` +
        `current value is ${describeValue(stated)}`,
    );
  }
  const parts = ids.map((name, i) => {
    const named = stated === undefined ? `${column}_${idColumn(target, name)}` : `${prefix}${stated[i]}`;
    return { name, column: named, stored: new StoredColumn() };
  });
  const [first] = parts;
  return { column: first!.column, stored: first!.stored, parts };
}

/** Returns the column of an identifying property without the model of its class, as references may form cycles. */
function idColumn({ properties, entity }: TypeDescription, name: string): string {
  const stated = optionOf((entity as OptionsByName).columns, name);
  if (typeof stated === "string") return stated;
  const descriptor = properties.get(name);
  const isReference = descriptor !== undefined && targetOf(descriptor) !== undefined;
  return isReference ? `${snakeCase(name)}_id` : snakeCase(name);
}

/** Rejects values of `onDelete` that the property does not support. */
function requireFitting(
  { onDelete, mappedBy }: ReferenceOptions,
  { label, isNullable, isList }: { readonly label: string; readonly isNullable: boolean; readonly isList: boolean },
): void {
  const refuse = (needed: string): never => {
    throw new TypeError(
      `Cannot use onDelete "${onDelete}" of "${label}" as ${needed}: leave it out to have the deletion refused`,
    );
  };
  if (onDelete === "set null" && !isList && !isNullable) refuse("the property must be nullable to become null");
  if (onDelete === undefined || !isList) return;
  if (mappedBy !== undefined) refuse(`property "${mappedBy}" of the elements must say it, which holds the reference`);
  if (onDelete !== "cascade" && onDelete !== "no action" && onDelete !== "restrict") {
    refuse('a list must have "cascade", which takes what is deleted off the list');
  }
}

function targetOf(descriptor: AnyDescriptor): Class | undefined {
  if (descriptor.kind === "object") return descriptor.type();
  if (descriptor.kind !== "list") return undefined;
  const element = descriptor.element.kind === "nullable" ? descriptor.element.inner : descriptor.element;
  return element.kind === "object" ? element.type() : undefined;
}

function columnTypeOf(descriptor: AnyDescriptor): ColumnType {
  if (descriptor.kind === "scalar") return columnTypes[descriptor.name];
  return descriptor.kind === "enum" ? "text" : "json";
}

function requireDescribed(target: Class, property: string): TypeDescription {
  const description = descriptionOf(target);
  if (description !== undefined) return description;
  throw new TypeError(
    `Cannot store property "${property}" as its class must be described: describeType(${target.name}, {…}) is missing`,
  );
}
