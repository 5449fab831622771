import type { Association, ExportedCollection } from "../export/exported_collection.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import { projectableFields, shownFields } from "../export/document_fields.ts";
import { type Field, targetClassOf } from "../export/field.ts";
import { type JsonSchemas, linkListSchema, linkSchema, nullable } from "./json_schema.ts";
import type { JsonSchema } from "./schema_definitions.ts";

/** How a resource with several items numbers its pages; a list has none. */
export type PagedAs = "page" | "slice" | "list" | "any";

/** Makes the schemas of the documents that the server sends. */
export class DocumentSchemas {
  readonly #schemas: JsonSchemas;
  readonly #registry: CollectionRegistry;

  /**
   * @param schemas creates schemas of described types
   * @param registry all collections
   */
  constructor(schemas: JsonSchemas, registry: CollectionRegistry) {
    this.#schemas = schemas;
    this.#registry = registry;
  }

  /**
   * The schema of an item in all forms in which it is sent: whole, and in its projections.
   *
   * @param collection the item's collection
   * @param place where the item stands; in collections the excerpt stands for the whole
   */
  document(collection: ExportedCollection, place: "alone" | "in collection"): JsonSchema {
    const { projections, options } = collection;
    const views = [...projections.keys()].map((name) => this.projection(collection, name));
    const isExcerpt = place === "in collection" && options.excerpt !== undefined;
    const forms = isExcerpt ? views : [this.item(collection), ...views];
    return forms.length === 1 ? forms[0]! : { anyOf: forms };
  }

  /** The schema of an item as a whole. */
  item(collection: ExportedCollection): JsonSchema {
    return this.#schemas.definitions.reference(
      collection,
      `${collection.type.name}Item`,
      () => this.itemSchema(collection),
    );
  }

  /** The same, without a name. */
  itemSchema(collection: ExportedCollection): JsonSchema {
    const shown = shownFields(collection);
    const embedded = [...collection.associations.values()].filter(({ property, target }) =>
      property !== undefined && target.options.excerpt !== undefined
    ).map(({ rel, many, target }) => {
      const excerpt = this.projection(target, target.options.excerpt!);
      return [rel, many ? { type: "array", items: excerpt } : excerpt];
    });
    return {
      type: "object",
      properties: {
        ...Object.fromEntries(shown.map((field) => [field.name, this.#schemas.ofField(field, "document")])),
        ...(embedded.length === 0 ? {} : { _embedded: { type: "object", properties: Object.fromEntries(embedded) } }),
        _links: this.#itemLinks(collection),
      },
      // Absent values are null.
      required: [...shown.map(({ name }) => name), "_links"],
    };
  }

  /** The schema of a projection. */
  projection(collection: ExportedCollection, name: string): JsonSchema {
    const suffix = name.charAt(0).toUpperCase() + name.slice(1);
    const projection = collection.projections.get(name)!;
    return this.#schemas.definitions.reference(
      collection,
      `${collection.type.name}${suffix.replaceAll(/[^\w.-]/g, "_")}Projection`,
      () => {
        const paths = typeof projection === "function" ? [] : projection;
        const { properties, required } = this.#members(paths, projectableFields(collection));
        return {
          type: "object",
          properties: { ...properties, _links: this.#itemLinks(collection) },
          required: [...required, "_links"],
        };
      },
    );
  }

  /**
   * The schema of a document that holds several items.
   *
   * @param collection the items' collection
   * @param paged whether the document has page metadata
   * @param relations the relations of the links after the paging links
   */
  page(collection: ExportedCollection, paged: PagedAs, relations: readonly string[] = []): JsonSchema {
    const suffix = { page: "Page", slice: "Slice", list: "List", any: "Items" }[paged];
    const isCollection = relations.length > 0 ? "Collection" : "";
    return this.#schemas.definitions.reference(collection, `${collection.type.name}${isCollection}${suffix}`, () => ({
      type: "object",
      properties: {
        _embedded: {
          type: "object",
          properties: { [collection.rel]: { type: "array", items: this.document(collection, "in collection") } },
          required: [collection.rel],
        },
        _links: linksSchema(["self", ...relations], paged === "list" ? [] : ["first", "prev", "next", "last"]),
        ...(paged === "list" ? {} : { page: this.#pageMember(paged) }),
      },
      required: ["_embedded", "_links", ...(paged === "list" || paged === "any" ? [] : ["page"])],
    }));
  }

  /**
   * The schema of a document that holds links alone.
   *
   * @param collection the collection that the links are about
   * @param relations the relations of the links
   */
  links(collection: ExportedCollection, relations: readonly string[]): JsonSchema {
    return this.#schemas.definitions.reference(collection, `${collection.type.name}Searches`, () => ({
      type: "object",
      properties: { _links: linksSchema(relations, []) },
      required: ["_links"],
    }));
  }

  #pageMember(paged: PagedAs): JsonSchema {
    const members = paged === "page" ? pageMembers : sliceMembers;
    return this.#schemas.definitions.reference(members, paged === "page" ? "PageMetadata" : "SliceMetadata", () => ({
      type: "object",
      properties: Object.fromEntries(pageMembers.map((name) => [name, { type: "integer", minimum: 0 }])),
      required: members,
    }));
  }

  #itemLinks({ itemRel, associations, binaries }: ExportedCollection): JsonSchema {
    const all = [...associations.values()];
    const own = itemRel === "self" ? ["self"] : ["self", itemRel];
    const names = (there: boolean) => all.filter((one) => isAlwaysThere(one) === there).map(({ rel }) => rel);
    const binary = binaries.values().map(({ rel }) => rel);
    return linksSchema([...own, ...names(true), ...binary], names(false));
  }

  #members(paths: readonly string[], fields: readonly Field[]): { properties: JsonSchema; required: string[] } {
    const byName = Map.groupBy(paths, (path) => path.split(".", 1)[0]!);
    const entries = [...byName].map(([name, group]): [string, JsonSchema] => {
      const named = fields.filter((candidate) => candidate.name === name);
      // It exists, as was checked at startup.
      const field = (named.find(({ hidden }) => !hidden) ?? named[0])!;
      const rest = group.map((path) => path.slice(name.length + 1)).filter((path) => path !== "");
      const schema = rest.length === 0 ? this.#schemas.of(field.descriptor, "document") : this.#nested(field, rest);
      // The target of a key need not exist.
      return [name, field.nullable || targetClassOf(field.descriptor) !== undefined ? nullable(schema) : schema];
    });
    return { properties: Object.fromEntries(entries), required: entries.map(([name]) => name) };
  }

  #nested({ descriptor }: Field, paths: readonly string[]): JsonSchema {
    const type = targetClassOf(descriptor)!;
    const collection = this.#registry.ofType(type);
    const { properties, required } = this.#members(paths, this.#registry.fieldsOf(type));
    const schema = collection === undefined ? { type: "object", properties, required } : {
      type: "object",
      properties: { ...properties, _links: this.#itemLinks(collection) },
      required: [...required, "_links"],
    };
    return descriptor.kind === "list" ? { type: "array", items: schema } : schema;
  }
}

const sliceMembers: readonly string[] = ["size"];
const pageMembers: readonly string[] = ["size", "totalElements", "totalPages", "number"];

/** Whether every item has a link to the association. */
function isAlwaysThere({ many, writable, property, required }: Association): boolean {
  return many || writable || property === undefined || required;
}

/** The schema of `_links`: known relations by their names, and any others. */
function linksSchema(required: readonly string[], optional: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries([...required, ...optional].map((rel) => [rel, linkSchema])),
    required,
    additionalProperties: { anyOf: [linkSchema, linkListSchema] },
  };
}
