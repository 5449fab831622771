import type { AccessRule } from "../../context/mod.ts";
import type { AssociationOptions } from "./association_options.ts";
import type { ExportAccess } from "./collection_access.ts";
import type { FilterOptions } from "./filter_options.ts";
import type { Projection } from "./projection.ts";
import type { SearchOptions } from "./search_options.ts";
import type { StandardSchema } from "../../kernel/mod.ts";

/** What clients may do beside reading; everything is off unless asked for. */
export interface WritableOptions {
  /** `POST` on the collection. */
  readonly create?: boolean;
  /** `PUT` and `PATCH` on items, and changes of their associations. */
  readonly update?: boolean;
  /** `PUT` on an item that is not there yet creates it, which is 405 otherwise; by default with `create` and `update`. */
  readonly createByPut?: boolean;
  /** `DELETE` on items. */
  readonly delete?: boolean;
}

/** How one property stands in documents. */
export interface PropertyExportOptions {
  /** Name in documents, sorts and patches. */
  readonly name?: string;
  /** Never shown and never taken from clients. */
  readonly hidden?: boolean;
  /** Shown, but never taken from clients. */
  readonly readOnly?: boolean;
  /** For references to exported entities: `false` shows the target inline instead of linking to it. */
  readonly link?: boolean;
  /** Relation of the association resource; by default the name. */
  readonly rel?: string;
  /** Path segment of the association resource; by default the name. */
  readonly path?: string;
  /** What the property means, for the profile. */
  readonly description?: string;
  /** A label for people: the title of the property's link, and of its field in forms. */
  readonly title?: string;
  /** For bytes: they have a resource of their own below the item, and documents link to it. */
  readonly binary?: BinaryOptions;
}

/** What the resource of a binary property takes and sends. */
export interface BinaryOptions {
  /** The media types that clients may send, such as `["image/png", "image/jpeg"]`. */
  readonly mediaTypes: readonly string[];
  /** The text property that keeps the media type; needed where there are several. */
  readonly mediaType?: string;
  /** Maximum size in bytes; 1 MiB by default. */
  readonly maxBytes?: number;
}

/** Schemas that values from clients have to pass before they are saved. */
export interface ValidationOptions {
  /** Checks what `POST`, and `PUT` that creates, would save. */
  readonly create?: StandardSchema;
  /** Checks what `PUT` and `PATCH` would save. */
  readonly update?: StandardSchema;
}

/** How a repository is exported. */
export interface RepositoryExportOptions<T> {
  /** Path segment; by default the plural of the uncapitalised class name. */
  readonly path?: string;
  /** Relation of the collection, key in `_embedded`; by default the plural of the uncapitalised class name. */
  readonly rel?: string;
  /** Relation of an item; by default the uncapitalised class name. */
  readonly itemRel?: string;
  /** What the collection holds, for the profile. */
  readonly description?: string;
  /** A label for people: the title of the link to the collection. */
  readonly title?: string;
  /** `false` takes the repository out again, for example in a test. */
  readonly exported?: boolean;
  /** Whether the collection itself can be read; items and searches are separate. By default it can. */
  readonly listable?: boolean;
  /** Whether items can be read; by default they can, where the repository has `findById`. */
  readonly readable?: boolean;
  /** What clients may write; `true` for everything. By default nothing. */
  readonly writable?: boolean | WritableOptions;
  /**
   * Who may read, create, update and delete: one rule for everything, or one for each; an operation that is left out is
   * then denied to everybody. Without the option only the rules of paths hold.
   */
  readonly access?: AccessRule | ExportAccess;
  /** Whether documents hold the id; by default it stands in the `self` link alone. */
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
  /** How single properties stand in documents. */
  readonly properties?: { readonly [K in keyof T & string]?: PropertyExportOptions };
  /** Associations that are no described references: foreign keys and inverse sides. */
  readonly associations?: Readonly<Record<string, AssociationOptions<T>>>;
  /** Query methods that are resources, by method name; see also the decorator `RestResource`. */
  readonly searches?: Readonly<Record<string, SearchOptions>>;
  /** Views that clients can ask for with `?projection=<name>`. */
  readonly projections?: Readonly<Record<string, Projection<T>>>;
  /** Name of the projection in which items stand in collections and as related items. */
  readonly excerpt?: string;
  /** The property that tells when an item was last changed, for `Last-Modified`. */
  readonly lastModified?: keyof T & string;
  /**
   * How long clients and proxies may keep the collection, its items and searches without asking, in seconds. Responses
   * to clients who are known are `private`. By default they ask each time, and proxies keep nothing.
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
