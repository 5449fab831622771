import {
  checkOptions,
  type Class,
  closestName,
  describeValue,
  type OptionNames,
  requireClassThunk,
  type TypeDescription,
} from "../../kernel/mod.ts";
import { checkAccess } from "./collection_access.ts";
import type { Field } from "./field.ts";
import type {
  BinaryOptions,
  PropertyExportOptions,
  RepositoryExportOptions,
  WritableOptions,
} from "./repository_export_options.ts";

const optionNames: OptionNames<RepositoryExportOptions<object>> = {
  path: true,
  rel: true,
  itemRel: true,
  description: true,
  title: true,
  exported: true,
  listable: true,
  readable: true,
  writable: true,
  access: true,
  exposeId: true,
  paged: true,
  filters: true,
  properties: true,
  associations: true,
  searches: true,
  projections: true,
  excerpt: true,
  lastModified: true,
  maxAge: true,
  validation: true,
  idConverter: true,
};

const writableNames: OptionNames<WritableOptions> = { create: true, update: true, createByPut: true, delete: true };

const propertyNames: OptionNames<PropertyExportOptions> = {
  name: true,
  hidden: true,
  readOnly: true,
  link: true,
  rel: true,
  path: true,
  description: true,
  title: true,
  binary: true,
};

const binaryNames: OptionNames<BinaryOptions> = { mediaTypes: true, mediaType: true, maxBytes: true };

/**
 * Rejects unknown options of an export: a misspelt `hidden` would expose a property.
 *
 * @param options the options of `exportRepository`
 * @throws TypeError naming the option
 */
export function checkExportOptions(options: RepositoryExportOptions<object>): void {
  checkOptions("exportRepository", options, optionNames);
  checkAccess(options.access);
  const { writable, properties = {}, associations = {}, maxAge = 0 } = options;
  if (!Number.isInteger(maxAge) || maxAge < 0) {
    throw new RangeError(
      `Cannot use option "maxAge" of exportRepository as it must be a whole number of seconds >= 0: current value is ${
        describeValue(maxAge)
      }`,
    );
  }
  if (writable !== undefined && typeof writable !== "boolean") {
    checkOptions('"writable" of exportRepository', writable, writableNames);
  }
  for (const [name, property] of Object.entries<PropertyExportOptions | undefined>(properties)) {
    if (property === undefined) continue;
    checkOptions(`property "${name}" of exportRepository`, property, propertyNames);
    const { binary } = property;
    if (binary !== undefined) checkOptions(`"binary" of property "${name}" of exportRepository`, binary, binaryNames);
  }
  for (const [name, { target }] of Object.entries(associations)) {
    requireClassThunk(`Cannot use the target of association "${name}"`, target);
  }
}

/**
 * Rejects options for unknown properties, and names that documents can't contain.
 *
 * @param description the entity's description
 * @param options the options of `exportRepository`
 * @throws TypeError naming the property
 */
export function checkExportedProperties(
  { type, properties }: TypeDescription,
  options: RepositoryExportOptions<object>,
): void {
  for (const name of Object.keys(options.properties ?? {})) {
    if (properties.has(name)) continue;
    const meant = closestName(name, properties.keys());
    throw new TypeError(
      `Cannot use option "properties" of "${type.name}" as ${describeValue(name)} must name a described property` +
        (meant === undefined ? "" : `: did you mean "${meant}"?`),
    );
  }
  checkLastModified({ type, properties }, options);
  if (Object.hasOwn(options.projections ?? {}, "")) {
    throw new TypeError(`Cannot use a projection of "${type.name}" as its name must not be empty`);
  }
}

function checkLastModified(
  { type, properties }: Pick<TypeDescription, "type" | "properties">,
  { lastModified }: RepositoryExportOptions<object>,
): void {
  if (lastModified === undefined) return;
  const described = properties.get(lastModified);
  const descriptor = described?.kind === "nullable" ? described.inner : described;
  if (descriptor?.kind === "scalar" && descriptor.name === "Date") return;
  throw new TypeError(
    `Cannot use option "lastModified" of "${type.name}" as ${
      describeValue(lastModified)
    } must name a property that is ` +
      "described as a date",
  );
}

/**
 * Rejects names that documents can't contain: each must be unique, sortable, and not reserved by HAL.
 *
 * @param subject the class
 * @param fields its properties in documents
 * @throws TypeError naming the property
 */
export function checkFieldNames({ name: type }: Class, fields: readonly Field[]): void {
  const taken = new Set(["_links", "_embedded"]);
  for (const { name, property } of fields) {
    if (name !== "" && !name.includes(".") && !taken.has(name)) {
      taken.add(name);
      continue;
    }
    throw new TypeError(
      `Cannot show property "${property}" of "${type}" as it must have a name of its own, without dots: current value ` +
        `is "${name}"`,
    );
  }
}
