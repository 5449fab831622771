import { type AnyDescriptor, type Class, descriptionOf, withoutTrailingSlashes } from "../../kernel/mod.ts";
import { associationsOf } from "./associations_of.ts";
import type { CollectionLookup } from "./collection_lookup.ts";
import { type CollectionNames, ExportedCollection } from "./exported_collection.ts";
import { type Field, fieldsOf, isEntityClass, targetClassOf } from "./field.ts";
import { expectSorts } from "./expected_sorts.ts";
import { filtersOf } from "./filters_of.ts";
import type { ExportView } from "./export_view.ts";
import { isPathSegment } from "./path_segment.ts";
import type { Pluralizer } from "./pluralizer.ts";
import type { RepositoryExport } from "./repository_export.ts";
import { RequestSignal } from "./request_signal.ts";
import { searchesOf } from "./searches_of.ts";

/** The first path segments below the base path that no collection may take. */
const reservedPaths: ReadonlySet<string> = new Set(["profile", "openapi.json", "explorer"]);

/** All exported collections of an application. */
export class CollectionRegistry implements CollectionLookup {
  /** The signal of the current request. */
  readonly signal: RequestSignal = new RequestSignal();
  /** The visibility profile of the viewers; absent if nothing is hidden. */
  readonly view: ExportView | undefined;
  readonly #byPath = new Map<string, ExportedCollection>();
  readonly #byType = new Map<Class, ExportedCollection>();

  /**
   * @param exports all exports
   * @param pluralize returns the plural of a noun, for default names
   * @param view the view of the exports for one profile
   * @throws TypeError when a path has several segments, or two exports share a path, a relation or a class
   */
  constructor(exports: readonly RepositoryExport[], pluralize: Pluralizer, view?: ExportView) {
    this.view = view;
    for (const registration of view?.exports ?? exports) {
      if (registration.options.exported !== false) this.#add(registration, namesOf(registration, pluralize));
    }
    for (const collection of this) {
      collection.associations = associationsOf(collection, this);
      collection.searches = searchesOf(collection, this);
      collection.filters = filtersOf(collection, this);
      expectSorts(collection);
    }
  }

  ofType(type: Class): ExportedCollection | undefined {
    for (let c: unknown = type; typeof c === "function" && c !== Function.prototype; c = Object.getPrototypeOf(c)) {
      const found = this.#byType.get(c as Class);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  fieldsOf(type: Class): readonly Field[] {
    const description = descriptionOf(type);
    if (description === undefined) return [];
    return this.ofType(type)?.fields ?? this.view?.fieldsOf(description) ?? fieldsOf(description);
  }

  linkedFrom(descriptor: AnyDescriptor): ExportedCollection | undefined {
    const type = targetClassOf(descriptor);
    return type !== undefined && isEntityClass(type) ? this.ofType(type) : undefined;
  }

  /** Returns the collection at a path segment. */
  atPath(path: string): ExportedCollection | undefined {
    return this.#byPath.get(path);
  }

  /** The collections in the order in which they were exported. */
  [Symbol.iterator](): Iterator<ExportedCollection> {
    return this.#byPath.values();
  }

  #add(registration: RepositoryExport, names: CollectionNames): void {
    const collection = new ExportedCollection(registration, names, this.signal);
    collection.profile = this.view?.profile;
    const subject = `Cannot export the repository of "${collection.type.name}"`;
    const earlier = this.#byPath.get(names.path);
    if (earlier !== undefined) {
      throw new TypeError(`${subject} as path "${names.path}" is that of "${earlier.type.name}": give it another path`);
    }
    if (names.rel === "profile" || [...this.#byPath.values()].some(({ rel }) => rel === names.rel)) {
      throw new TypeError(`${subject} as relation "${names.rel}" is taken: give it another rel`);
    }
    this.#byPath.set(names.path, collection);
    // Links lead to the first export of a class.
    if (!this.#byType.has(collection.type)) this.#byType.set(collection.type, collection);
  }
}

function namesOf({ repository, options }: RepositoryExport, pluralize: Pluralizer): CollectionNames {
  const { name } = repository.entityType;
  const itemRel = options.itemRel ?? name.charAt(0).toLowerCase() + name.slice(1);
  const path = withoutTrailingSlashes((options.path ?? pluralize(itemRel)).replaceAll(" ", "").replace(/^\/+/, ""));
  if (!isPathSegment(path)) {
    throw new TypeError(
      `Cannot export the repository of "${name}" as its path must be one path segment: current value is "${path}"`,
    );
  }
  if (reservedPaths.has(path)) {
    throw new TypeError(`Cannot export the repository of "${name}" as path "${path}" is taken: give it another path`);
  }
  const rel = options.rel ?? pluralize(itemRel);
  if (rel === "" || itemRel === "") {
    throw new TypeError(`Cannot export the repository of "${name}" as its relations must not be empty`);
  }
  return { path, rel, itemRel };
}

/** Whether {@linkcode CollectionRegistry} needs a pluralizer for any of the exports. */
export function needsPlural({ options }: RepositoryExport): boolean {
  return options.exported !== false && (options.path === undefined || options.rel === undefined);
}
