import { type AnyDescriptor, type Class, descriptionOf, type TypeDescription } from "../../kernel/mod.ts";
import { checkExportedProperties, checkFieldNames } from "./check_export_options.ts";
import { binariesOf, type Binary } from "./binary.ts";
import { CollectionId } from "./collection_id.ts";
import { CollectionAccess } from "./collection_access.ts";
import type { ExportProfile } from "./export_view.ts";
import { type Field, fieldsOf } from "./field.ts";
import type { Projection } from "./projection.ts";
import type { ExportableRepository, RepositoryExport } from "./repository_export.ts";
import { requestRepository } from "./request_repository.ts";
import type { RequestSignal } from "./request_signal.ts";
import type { RepositoryExportOptions, WritableOptions } from "./repository_export_options.ts";
import type { Search } from "./search.ts";
import type { FilterOperator } from "./filter_options.ts";
import type { FindTargets } from "./association_options.ts";

/** The names under which a collection is exported. */
export interface CollectionNames {
  readonly path: string;
  readonly rel: string;
  readonly itemRel: string;
}

/** An exported repository, with its metadata for resources. */
export class ExportedCollection implements CollectionNames {
  readonly path: string;
  readonly rel: string;
  readonly itemRel: string;
  readonly type: Class;
  /** The bean. */
  readonly repository: ExportableRepository<object>;
  /** The repository whose calls get the signal of the current request. */
  readonly items: ExportableRepository<object>;
  /** The signal of the current request. */
  readonly signal: RequestSignal;
  readonly options: RepositoryExportOptions<object>;
  readonly description: TypeDescription;
  /** All properties, including hidden ones. */
  readonly fields: readonly Field[];
  /** The id of the items. */
  readonly id: CollectionId;
  /** The version property. */
  readonly version: Field | undefined;
  /** The writes that clients may do. */
  readonly writable: Required<WritableOptions>;
  /** The access rules. */
  readonly access: CollectionAccess;
  /** The projections that clients can request. */
  readonly projections: ReadonlyMap<string, Projection<object>>;
  /** Binary properties by the path of their resources. */
  readonly binaries: ReadonlyMap<string, Binary>;
  /** Associations by path; filled when all collections are known. */
  associations: ReadonlyMap<string, Association> = new Map();
  /** Searches by path; filled when all collections are known. */
  searches: ReadonlyMap<string, Search> = new Map();
  /** The filters by the names of parameters; filled when all collections are known. */
  filters: ReadonlyMap<string, Filter> = new Map();
  /** The visibility profile of the viewers; absent if nothing is hidden. */
  profile: ExportProfile | undefined;

  /**
   * @param registration the repository and its options
   * @param names path and relations
   * @param signal the signal of the current request
   * @throws TypeError when the entity class is not described with an id, or an option names an unknown property
   */
  constructor(registration: RepositoryExport, names: CollectionNames, signal: RequestSignal) {
    this.signal = signal;
    ({ path: this.path, rel: this.rel, itemRel: this.itemRel } = names);
    // The type of the entity does not matter from here on.
    this.repository = registration.repository as ExportableRepository<object>;
    this.items = requestRepository(this.repository, signal);
    this.options = registration.options as RepositoryExportOptions<object>;
    this.type = this.repository.entityType;
    this.description = requireEntity(this.type);
    checkExportedProperties(this.description, this.options);
    this.fields = fieldsOf(this.description, this.options.properties ?? {});
    this.id = new CollectionId(this.description, this.fields, this.options.idConverter);
    this.version = this.#field(this.description.entity.version);
    // Documents contain neither hidden properties nor the version.
    checkFieldNames(this.type, this.fields.filter((field) => !field.hidden && field !== this.version));
    this.binaries = binariesOf(this);
    this.writable = writableOptions(this.options, this.repository);
    this.access = new CollectionAccess(this.options.access);
    this.projections = new Map(Object.entries(this.options.projections ?? {}));
    if (this.isPagedByKeys) requireScroll(this);
  }

  /** Whether the collection can be read. */
  get isListable(): boolean {
    return (this.options.listable ?? true) && this.repository.findAll !== undefined;
  }

  /** Whether items can be read. */
  get isReadable(): boolean {
    return (this.options.readable ?? true) && this.repository.findById !== undefined;
  }

  /** Whether the collection is paged. */
  get isPaged(): boolean {
    return this.options.paged !== false;
  }

  /** Whether pages are read by keyset, unless the client requests a page number. */
  get isPagedByKeys(): boolean {
    return this.options.paged === "keyset";
  }

  /** Returns the id of an entity. */
  idOf(entity: object): unknown {
    return this.id.of(entity);
  }

  /** Whether an entity has the given id. Ids that are objects, such as dates, are compared by value. */
  hasId(entity: object, id: unknown): boolean {
    return this.idSegment(this.idOf(entity)) === this.idSegment(id);
  }

  /** Returns the encoded form of an id in URIs. */
  idSegment(id: unknown): string {
    return this.id.segment(id);
  }

  /** Whether the item has a URI: clients resolve dot segments, and `search` may be reserved. */
  isAddressable(id: unknown): boolean {
    const segment = this.idSegment(id);
    if (this.idFrom(this.id.text(id)) === undefined) return false;
    return segment !== "." && segment !== ".." && (segment !== "search" || this.searches.size === 0);
  }

  /** Parses an id from a decoded path segment; returns `undefined` when it is invalid. */
  idFrom(text: string): unknown {
    return this.id.from(text);
  }

  /** URI of the collection. */
  href(base: string): string {
    return `${base}/${this.path}`;
  }

  /** URI of an item. */
  itemHref(base: string, id: unknown): string {
    return `${base}/${this.path}/${this.idSegment(id)}`;
  }

  #field(property: string | undefined): Field | undefined {
    return this.fields.find((field) => field.property === property);
  }
}

function requireEntity(type: Class): TypeDescription {
  const description = descriptionOf(type);
  if (description?.entity.id !== undefined) return description;
  throw new TypeError(
    `Cannot export class "${type.name}" as it must be described with an id: ` +
      `describeType(${type.name}, {…}, { id: "…" })`,
  );
}

function requireScroll({ repository, type }: ExportedCollection): void {
  const { scroll, scrollBy } = repository as { scroll?: unknown; scrollBy?: unknown };
  if (typeof scroll === "function" && typeof scrollBy === "function") return;
  throw new TypeError(
    `Cannot page "${type.name}" by keys as its repository must have scroll and scrollBy: export it with { paged: true }`,
  );
}

function writableOptions(
  { writable = false }: RepositoryExportOptions<object>,
  repository: ExportableRepository<object>,
): Required<WritableOptions> {
  const asked = writable === true
    ? { create: true, update: true, createByPut: true, delete: true }
    : writable === false
    ? {}
    : writable;
  const { create = false, update = false, createByPut = create && update, delete: remove = false } = asked;
  const canSave = repository.save !== undefined;
  const canFind = repository.findById !== undefined;
  return {
    create: create && canSave,
    update: update && canSave && canFind,
    createByPut: createByPut && canSave && canFind,
    delete: remove && canFind && (repository.delete ?? repository.deleteById) !== undefined,
  };
}

/** A query parameter that filters a collection. */
export interface Filter {
  /** Name of the parameter, such as `published.gte`. */
  readonly parameter: string;
  /** Path in the entity's own properties. */
  readonly path: string;
  readonly operator: FilterOperator;
  /** The type of the parameter, or of each of its values. */
  readonly descriptor: AnyDescriptor;
  /** The collection whose item URIs the parameter accepts. */
  readonly target?: ExportedCollection;
  /** Whether the property is a list of single values. */
  readonly isList: boolean;
}

/** A link from an entity to entities of an exported repository. */
export interface Association {
  /** The association's name. */
  readonly name: string;
  /** Relation of the link. */
  readonly rel: string;
  /** A label for humans. */
  readonly title?: string;
  /** Path segment of the association resource. */
  readonly path: string;
  /** The class of the targets. */
  readonly type: Class;
  /** The collection that holds the targets. */
  readonly target: ExportedCollection;
  /** Whether there may be several targets. */
  readonly many: boolean;
  /** Whether every owner has a target. */
  readonly required: boolean;
  /** Whether documents that clients send may hold it. */
  readonly settable: boolean;
  /** Whether clients may change it on its own. */
  readonly writable: boolean;
  /** The described property that documents don't show because of it. */
  readonly replaces?: string;
  /** The property that holds the target or its id; absent for inverse sides. */
  readonly property?: string;
  /** Whether the property holds ids rather than entities. */
  readonly holdsIds: boolean;
  /** Whether targets are read along with their owner, or are objects that hold an id alone. */
  readonly reads: "entity" | "reference";
  /** Finds the targets of inverse sides. */
  readonly find?: FindTargets;
  /** Finds one target of an inverse side by its id; absent where only `find` knows the targets. */
  readonly findOne?: (owner: object, id: unknown, select?: readonly string[]) => Promise<object | undefined>;
}
