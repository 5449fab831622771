import type { ServiceIdentifier } from "../../../deps.ts";
import type {
  CallOptions,
  CrudRepository,
  FindOptions,
  Pageable,
  Repository,
  Slice,
  Sort,
  Transactions,
} from "../../data/mod.ts";
import { token } from "../../kernel/mod.ts";
import type { RepositoryExportOptions } from "./repository_export_options.ts";

/** The methods of an exported repository. A resource exists if the repository has the methods that it needs. */
export type ExportableRepository<T> =
  & Repository<T>
  & {
    /**
     * The units of work that the repository's methods take part in: writes of clients run in them, and read with the
     * option `lock`. Absent, the writes of clients to one item follow each other within the process alone.
     */
    readonly transactions?: Transactions;
  }
  & {
    /**
     * Reads the collection: a page, if it returns one for a pageable, or a list of all items, which is sorted and sliced
     * in memory. With the option `paged: false` it is given the sort instead.
     */
    findAll?(
      what: Pageable | Sort,
      options?: CallOptions & Pick<FindOptions, "select">,
    ): Promise<Slice<T> | readonly T[]>;
  }
  & Partial<
    // Only the description knows the id's type; it converts ids from text.
    // deno-lint-ignore no-explicit-any
    CrudRepository<T, any>
  >;

/** A repository, and the options of its export. */
export interface RepositoryExport<T = unknown> {
  /** The repository. */
  readonly repository: ExportableRepository<T>;
  /** The options of the export. */
  readonly options: RepositoryExportOptions<T>;
}

/** Identifier of the {@linkcode RepositoryExport} beans; see `exportRepository`. */
export const RepositoryExport: ServiceIdentifier<RepositoryExport> = token<RepositoryExport>("RepositoryExport");
