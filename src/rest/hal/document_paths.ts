import type { Association, ExportedCollection } from "../export/exported_collection.ts";
import { shownFields } from "../export/document_fields.ts";
import type { JsonWriters } from "./json_writer.ts";
import type { ProjectedMember } from "./path_projection.ts";

/** Property paths that a repository has to read; `undefined` for all. */
export type Paths = readonly string[] | undefined;

/** Options of a repository call with the needed property paths. */
export function selecting(paths: Paths): { readonly select?: readonly string[] } {
  return paths === undefined ? {} : { select: paths };
}

/** Parts of {@linkcode DocumentPaths}. */
export interface DocumentPathsOptions {
  readonly collection: ExportedCollection;
  readonly writers: JsonWriters;
  /** The members of the projections that are lists of paths, by name. */
  readonly members: ReadonlyMap<string, readonly ProjectedMember[]>;
  /** The associations whose excerpts are embedded in documents. */
  readonly excerpted: readonly Association[];
  /** The paths of another collection. */
  readonly pathsOf: (collection: ExportedCollection) => DocumentPaths;
}

/**
 * The property paths that the documents of one collection show: what else an entity has need not be read. Ids and
 * versions are always read.
 */
export class DocumentPaths {
  readonly #options: DocumentPathsOptions;
  readonly #projected = new Map<string, Paths>();
  #whole: Paths;
  #links: Paths;

  /** @param options the collection, and the content of its documents */
  constructor(options: DocumentPathsOptions) {
    this.#options = options;
  }

  /** Returns the paths for only the links and validators of an item. */
  get links(): readonly string[] {
    return this.#links ??= [...linkPaths(this.#options.collection), ...this.#always()];
  }

  /** Paths for the id alone. */
  get id(): readonly string[] {
    return this.#options.collection.id.paths;
  }

  /**
   * Paths for documents.
   *
   * @param projection the name of the projection; the whole document when left out
   */
  of(projection: string | undefined): Paths {
    if (projection === undefined) return this.#whole ??= this.#wholePaths();
    if (!this.#projected.has(projection)) this.#projected.set(projection, this.#projectedPaths(projection));
    return this.#projected.get(projection);
  }

  /** Paths for an association's targets, below their owner. */
  below(association: Association, paths: Paths): readonly string[] {
    const { property, holdsIds, reads, target } = association;
    if (property === undefined) return this.id;
    if (holdsIds) return [property];
    if (reads === "reference") return under(property, target.id.paths);
    return under(property, paths ?? [""]);
  }

  #wholePaths(): Paths {
    const { collection, writers, excerpted } = this.#options;
    return [
      ...shownFields(collection).flatMap(({ property, descriptor }) => under(property, writers.pathsOf(descriptor))),
      ...excerpted.flatMap((association) => this.below(association, this.#excerptOf(association))),
      ...this.links,
    ];
  }

  #projectedPaths(projection: string): Paths {
    const { collection, members } = this.#options;
    const projected = members.get(projection);
    // A function may read everything.
    if (projected === undefined) return undefined;
    const associations = [...collection.associations.values()];
    const paths = projected.flatMap((member) => {
      if (member.isNull) return [];
      const association = associations.find(({ name, property }) => property !== undefined && name === member.name);
      const isHeld = association === undefined || association.reads === "entity";
      return isHeld ? this.#memberPaths(member) : this.below(association, undefined);
    });
    return [...paths, ...this.links];
  }

  #memberPaths(member: ProjectedMember): string[] {
    if (member.isNull) return [];
    return under(member.property, this.within(member));
  }

  /** Returns the paths below a member of a projection: its members, and the links of items; or all shown properties. */
  within({ members, collection, descriptor }: ProjectedMember): string[] {
    if (members === undefined) return this.#options.writers.pathsOf(descriptor);
    const links = collection === undefined ? [] : [...collection.id.paths, ...linkPaths(collection)];
    return [...members.flatMap((member) => this.#memberPaths(member)), ...links];
  }

  #excerptOf({ target }: Association): Paths {
    return this.#options.pathsOf(target).of(target.options.excerpt);
  }

  #always(): string[] {
    const { collection: { id, version, options: { lastModified } } } = this.#options;
    return [...id.paths, ...[version?.property, lastModified].filter((property) => property !== undefined)];
  }
}

/** Returns the paths that decide whether an association has a target, and so a link. */
function linkPaths({ associations }: ExportedCollection): string[] {
  return [...associations.values()].flatMap(({ property, many, writable, holdsIds, target }) => {
    if (property === undefined || many || writable) return [];
    return holdsIds ? [property] : under(property, target.id.paths);
  });
}

function under(property: string, paths: readonly string[]): string[] {
  return paths.map((path) => path === "" ? property : `${property}.${path}`);
}
