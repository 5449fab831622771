import type { AccessRule } from "../../context/mod.ts";
import type { AssociationOptions } from "./association_options.ts";
import type { ExportAccess } from "./collection_access.ts";
import type { FilterOptions } from "./filter_options.ts";
import type { Projection } from "./projection.ts";
import type { SearchOptions } from "./search_options.ts";
import type { StandardSchema } from "../../kernel/mod.ts";

/** The writes that clients may do; all are off by default. */
export interface WritableOptions {
  /** `POST` on the collection. */
  readonly create?: boolean;
  /** `PUT` and `PATCH` on items, and changes of their associations. */
  readonly update?: boolean;
  /** `PUT` on a missing item creates it, otherwise it is 405; by default with `create` and `update`. */
  readonly createByPut?: boolean;
  /** `DELETE` on items. */
  readonly delete?: boolean;
}

/** The options of a property in documents. */
export interface PropertyExportOptions {
  /** Name in documents, sorts and patches. */
  readonly name?: string;
  /** Never shown to clients and never accepted from them. */
  readonly hidden?: boolean;
  /** Shown, but never accepted from clients. */
  readonly readOnly?: boolean;
  /** For references to exported entities: `false` shows the target inline instead of linking to it. */
  readonly link?: boolean;
  /** Relation of the association resource; by default the name. */
  readonly rel?: string;
  /** Path segment of the association resource; by default the name. */
  readonly path?: string;
  /** The description of the property, for the profile. */
  readonly description?: string;
  /** A label for humans: the title of the property's link, and of its field in forms. */
  readonly title?: string;
  /** For bytes: exposes them as a resource below the item, to which documents link. */
  readonly binary?: BinaryOptions;
}

/** The options of the resource of a binary property. */
export interface BinaryOptions {
  /** The media types that clients may send, such as `["image/png", "image/jpeg"]`. */
  readonly mediaTypes: readonly string[];
  /** The text property that stores the media type; needed if there are several. */
  readonly mediaType?: string;
  /** Maximum size in bytes; 1 MiB by default. */
  readonly maxBytes?: number;
}

/** Schemas that validate values from clients before they are saved. */
export interface ValidationOptions {
  /** Validates the values of `POST`, and of `PUT` that creates an item. */
  readonly create?: StandardSchema;
  /** Validates the values of `PUT` and `PATCH`. */
  readonly update?: StandardSchema;
}

/** Options of the export of a repository. */
export interface RepositoryExportOptions<T> {
  /** Path segment; by default the plural of the uncapitalised class name. */
  readonly path?: string;
  /** Relation of the collection, key in `_embedded`; by default the plural of the uncapitalised class name. */
  readonly rel?: string;
  /** Relation of an item; by default the uncapitalised class name. */
  readonly itemRel?: string;
  /** The description of the collection, for the profile. */
  readonly description?: string;
  /** A label for humans: the title of the link to the collection. */
  readonly title?: string;
  /** `false` disables the export, for example in a test. */
  readonly exported?: boolean;
  /** Whether the collection itself can be read; items and searches are separate. By default it can. */
  readonly listable?: boolean;
  /** Whether items can be read; by default they can if the repository has `findById`. */
  readonly readable?: boolean;
  /** The writes that clients may do; `true` for all. By default none. */
  readonly writable?: boolean | WritableOptions;
  /**
   * The access rules: one rule for all operations, or one per operation; operations without a rule are then denied.
   * Without this option only the rules of paths apply.
   */
  readonly access?: AccessRule | ExportAccess;
  /** Whether documents contain the id; by default only the `self` link does. */
  readonly exposeId?: boolean;
  /**
   * Whether the collection is read a page at a time; by default it is. With `"keyset"` its pages are linked to by
   * cursors, so that the last costs what the first does, and nothing is counted unless the client asks; pages by their
   * numbers are there beside them.
   */
  readonly paged?: boolean | "keyset";
  /**
   * The properties by which clients may filter the collection, by their paths in documents: with
   * `{ "author.name": true, published: ["gte", "lt"] }` they may ask for `?author.name=Emma&published.gte=1900`.
   */
  readonly filters?: FilterOptions;
  /** The options of properties in documents. */
  readonly properties?: { readonly [K in keyof T & string]?: PropertyExportOptions };
  /** Associations that are not described references: foreign keys and inverse sides. */
  readonly associations?: Readonly<Record<string, AssociationOptions<T>>>;
  /** Query methods that are exported as searches, by method name; see also the decorator `RestResource`. */
  readonly searches?: Readonly<Record<string, SearchOptions>>;
  /** Projections that clients can request with `?projection=<name>`. */
  readonly projections?: Readonly<Record<string, Projection<T>>>;
  /** Name of the projection of items in collections and of related items. */
  readonly excerpt?: string;
  /** The property with the time of an item's last change, for `Last-Modified`. */
  readonly lastModified?: keyof T & string;
  /**
   * Maximum age of cached responses for the collection, its items and searches, in seconds. Responses to authenticated
   * clients are `private`. By default clients revalidate each time, and proxies do not cache.
   */
  readonly maxAge?: number;
  /** Checks values before they are saved. */
  readonly validation?: StandardSchema | ValidationOptions;
  /** Converts between ids and their form in URIs, for natural keys. */
  readonly idConverter?: IdConverter;
}

/** Converts between an entity's id and its form in URIs. */
export interface IdConverter {
  /**
   * Reads an id.
   *
   * @param text the path segment, decoded
   * @returns the id, or `undefined` when no id looks like this
   */
  fromRequestId(text: string): unknown;
  /**
   * Writes an id.
   *
   * @param id the id
   * @returns the path segment, not yet encoded
   */
  toRequestId(id: unknown): string;
}
