import type { Association, ExportedCollection } from "../export/exported_collection.ts";
import { documentFields } from "../export/document_fields.ts";
import type { Binary } from "../export/binary.ts";
import type { JsonWriters } from "./json_writer.ts";
import type { PagingParameterNames } from "../query/pageable_resolver.ts";
import { flatText } from "./flat_text.ts";
import { type Link, linkTo } from "./link.ts";
import { type PropertyWriter, propertyWriter } from "./property_writer.ts";
import { withQueryVariables } from "./uri_template.ts";

/** A HAL document or a part of one. */
export type HalDocument = Record<string, unknown>;

/** Names of the query parameters that templates offer. */
export interface TemplateVariables extends PagingParameterNames {
  readonly projection: string;
}

/** Writes the entities of a collection as HAL documents, with everything possible precomputed. */
export class ItemWriter {
  /** The collection of the entities. */
  readonly collection: ExportedCollection;
  readonly #properties: PropertyWriter;
  readonly #document: PropertyWriter;
  readonly #associations: readonly AssociationLink[];
  readonly #binaries: readonly Binary[];
  readonly #template: string;
  readonly #variables: TemplateVariables;

  /**
   * @param collection the collection of the entities
   * @param writers creates the functions that convert values to JSON
   * @param variables names of the query parameters that templates offer
   */
  constructor(collection: ExportedCollection, writers: JsonWriters, variables: TemplateVariables) {
    this.collection = collection;
    this.#binaries = [...collection.binaries.values()];
    this.#variables = variables;
    this.#associations = [...collection.associations.values()].map((association) => ({
      association,
      end: `/${association.path}${this.#templateOf(association)}`,
    }));
    this.#template = withQueryVariables("", collection.projections.size === 0 ? [] : [variables.projection]);
    const properties = documentFields(collection).map(({ name, property, descriptor, isNull }) => ({
      name,
      property: isNull ? undefined : property,
      write: writers.of(descriptor),
    }));
    this.#properties = propertyWriter(properties, false);
    this.#document = propertyWriter(properties, true);
  }

  /**
   * Writes an entity's document.
   *
   * @param entity the entity
   * @param base the prefix of all URIs
   * @param prefix see {@linkcode prefix}: known where several entities are written
   */
  write(entity: object, base: string, prefix: string = this.prefix(base)): HalDocument {
    return this.#document(entity, base, this.links(entity, base, prefix));
  }

  /** Returns the prefix of item URIs, up to their ids. */
  prefix(base: string): string {
    return flatText(this.collection.href(base), "/");
  }

  /**
   * Writes an entity's properties without links.
   *
   * @param entity the entity
   * @param base the prefix of URIs in embedded links
   */
  properties(entity: object, base: string): HalDocument {
    return this.#properties(entity, base, undefined);
  }

  /**
   * Makes an entity's links: itself, under its relation, and its associations.
   *
   * @param entity the entity
   * @param base the prefix of all URIs
   * @param prefix see {@linkcode prefix}: known where several entities are written
   */
  links(entity: object, base: string, prefix: string = this.prefix(base)): Record<string, Link> {
    const { itemRel } = this.collection;
    const self = flatText(prefix, this.collection.idSegment(this.collection.idOf(entity)));
    const links: Record<string, Link> = { self: { href: self } };
    if (itemRel !== "self") links[itemRel] = linkTo(this.#template === "" ? self : flatText(self, this.#template));
    for (const { association, end } of this.#associations) {
      if (isAbsent(association, entity)) continue;
      links[association.rel] = linkTo(flatText(self, end), association.title);
    }
    for (const { rel, path, field } of this.#binaries) {
      links[rel] = linkTo(flatText(self, `/${path}`), field.title);
    }
    return links;
  }

  /** Returns the variables of an association's link: targets that are found by a query are paged. */
  #templateOf({ target, find, many }: Association): string {
    const { page, size, sort, projection } = this.#variables;
    const paging = find === undefined || !many ? [] : [page, size, `${sort}*`];
    return withQueryVariables("", [...paging, ...(target.projections.size === 0 ? [] : [projection])]);
  }
}

/** An association, and how the URI of its resource ends behind that of the item. */
interface AssociationLink {
  readonly association: Association;
  readonly end: string;
}

/** Whether an association can neither be read nor set, so that its link would be dangling. */
function isAbsent({ many, writable, property }: Association, entity: object): boolean {
  if (many || writable || property === undefined) return false;
  // Described properties are read by name.
  const held = (entity as Record<string, unknown>)[property];
  return held === null || held === undefined;
}
