import type { Association, ExportedCollection } from "../export/exported_collection.ts";
import { targetIds } from "../export/association.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import { shownFields } from "../export/document_fields.ts";
import type { Field } from "../export/field.ts";
import type { JsonWriters } from "../hal/json_writer.ts";
import { bodyFields, type BodyKind, bodySchema } from "../profile/body_schemas.ts";
import { JsonSchemas } from "../profile/json_schema.ts";
import { type JsonSchema, SchemaDefinitions } from "../profile/schema_definitions.ts";
import type { HalFormsProperty } from "./hal_forms_property.ts";
import type { HalFormsTemplate, HalFormsTemplates } from "./hal_forms_template.ts";
import { propertyOf } from "./property_of.ts";

/** A field of a form without its value, and the source of the value. */
interface FormField {
  readonly property: HalFormsProperty;
  readonly field: Field;
  readonly association: Association | undefined;
}

/** Parts of {@linkcode CollectionForms}. */
export interface CollectionFormsOptions {
  readonly collection: ExportedCollection;
  readonly registry: CollectionRegistry;
  /** Write values as bodies hold them. */
  readonly writers: JsonWriters;
}

/** The forms of a collection. Constant parts are computed with the first form. */
export class CollectionForms {
  readonly #options: CollectionFormsOptions;
  #create: readonly FormField[] | undefined;
  #patch: readonly FormField[] | undefined;
  #filters: readonly HalFormsProperty[] | undefined;

  /** @param options the collection, and how its values are written */
  constructor(options: CollectionFormsOptions) {
    this.#options = options;
  }

  /**
   * The forms of an item: to change it, which sends the fields that are filled in alone, and to delete it.
   *
   * @param entity the item
   * @param base the prefix of all URIs
   */
  item(entity: object, base: string): HalFormsTemplates {
    const { collection } = this.#options;
    const { writable: { update, delete: remove } } = collection;
    const target = collection.itemHref(base, collection.idOf(entity));
    const change = () => ({
      method: "PATCH",
      target,
      contentType: "application/json",
      properties: (this.#patch ??= this.#fields("patch")).map((field) => this.#filled(field, entity, base)),
    });
    return {
      ...(update ? { default: change() } : {}),
      ...(remove ? { [update ? "delete" : "default"]: { method: "DELETE", target, properties: [] } } : {}),
    };
  }

  /**
   * The forms of the collection: to create an item, and to filter.
   *
   * @param base the prefix of all URIs
   */
  collection(base: string): HalFormsTemplates {
    const { collection } = this.#options;
    const target = collection.href(base);
    const create = (): HalFormsTemplate => ({
      method: "POST",
      target,
      contentType: "application/json",
      properties: (this.#create ??= this.#fields("create")).map(({ property }) => withLink(property, base)),
    });
    const isFiltered = collection.isListable && collection.filters.size > 0;
    const filter = { method: "GET", target, properties: this.#filters ??= this.#filterFields() };
    return {
      ...(collection.writable.create ? { default: create() } : {}),
      ...(isFiltered ? { [collection.writable.create ? "filter" : "default"]: filter } : {}),
    };
  }

  /**
   * The forms of the collection's searches.
   *
   * @param base the prefix of all URIs
   */
  searches(base: string): HalFormsTemplates {
    const { collection, registry } = this.#options;
    const schemas = new JsonSchemas(registry, new SchemaDefinitions("#/$defs/"));
    return Object.fromEntries([...collection.searches.values()].map((search) => [search.rel, {
      ...(search.title === undefined ? {} : { title: search.title }),
      method: "GET",
      target: `${collection.href(base)}/search/${encodeURI(search.path)}`,
      properties: [...search.params].map(([name, descriptor]) => queryField(name, schemas.ofParameter(descriptor))),
    }]));
  }

  #filterFields(): readonly HalFormsProperty[] {
    const { collection, registry } = this.#options;
    const schemas = new JsonSchemas(registry, new SchemaDefinitions("#/$defs/"));
    return [...collection.filters.values()].map(({ parameter, descriptor }) =>
      queryField(parameter, schemas.ofParameter(descriptor))
    );
  }

  #fields(kind: BodyKind): FormField[] {
    const { collection, registry } = this.#options;
    const schemas = new JsonSchemas(registry, new SchemaDefinitions("#/$defs/"));
    const { properties, required = [] } = bodySchema(collection, kind, schemas) as {
      readonly properties: Readonly<Record<string, JsonSchema>>;
      readonly required?: readonly string[];
    };
    const associations = new Map(collection.associations.values().map((found) => [found.property, found]));
    // Bytes have their own resource, and do not fit into text fields.
    const inDocuments = bodyFields(collection, kind).filter(({ binary }) => binary === undefined);
    const writable = inDocuments.flatMap((field): FormField[] => {
      const association = associations.get(field.property);
      const name = association?.name ?? field.name;
      const property = propertyOf(name, properties[name]!, { required: required.includes(name), association });
      return property === undefined ? [] : [{ property, field, association }];
    });
    return kind === "patch" ? [...writable, ...this.#readOnlyFields(schemas)] : writable;
  }

  /** Returns the fields that clients can read but not change. */
  #readOnlyFields(schemas: JsonSchemas): FormField[] {
    const { collection } = this.#options;
    return shownFields(collection).filter((field) => field.readOnly).flatMap((field) => {
      const property = propertyOf(field.name, schemas.ofField(field, "body"), { required: false });
      return property === undefined
        ? []
        : [{ property: { ...property, readOnly: true }, field, association: undefined }];
    });
  }

  #filled({ property, field, association }: FormField, entity: object, base: string): HalFormsProperty {
    const linked = withLink(property, base);
    const value = association === undefined
      ? this.#valueOf(field, entity)
      : targetIds(association, entity).map((id) => association.target.itemHref(base, id));
    if (value === null || value === undefined) return linked;
    if (!Array.isArray(value)) return { ...linked, value };
    if (property.options?.maxItems !== 1) return { ...linked, options: { ...linked.options, selectedValues: value } };
    return value.length === 0 ? linked : { ...linked, value: value[0] };
  }

  #valueOf({ property, descriptor }: Field, entity: object): unknown {
    // Described properties are read by name.
    const value = (entity as Record<string, unknown>)[property];
    if (value === null || value === undefined) return undefined;
    const write = this.#options.writers.of(descriptor);
    return write === undefined ? value : write(value, "");
  }
}

/** Returns a field of a query; a field for several values also accepts one. */
function queryField(name: string, schema: JsonSchema): HalFormsProperty {
  const single = schema.type === "array" ? schema.items as JsonSchema : schema;
  return propertyOf(name, single, { required: false }) ?? { name };
}

/** Prefixes the links of options with the base. */
function withLink(property: HalFormsProperty, base: string): HalFormsProperty {
  const { options } = property;
  if (options?.link === undefined) return property;
  return { ...property, options: { ...options, link: { ...options.link, href: base + options.link.href } } };
}
