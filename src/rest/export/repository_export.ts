import type { ServiceIdentifier } from "../../../deps.ts";
import type { CrudRepository, PagingAndSortingRepository, Repository } from "../../data/mod.ts";
import { token } from "../../kernel/mod.ts";
import type { RepositoryExportOptions } from "./repository_export_options.ts";

/** What a repository needs to be exported; each resource appears where the repository has what it needs. */
export type ExportableRepository<T> =
  & Repository<T>
  & Partial<PagingAndSortingRepository<T>>
  & Partial<
    // The id's type is known to the description alone: ids arrive as text and are converted by it.
    // deno-lint-ignore no-explicit-any
    CrudRepository<T, any>
  >;

/** A repository that is a resource, and how. */
export interface RepositoryExport<T = unknown> {
  /** The repository. */
  readonly repository: ExportableRepository<T>;
  /** How it is exported. */
  readonly options: RepositoryExportOptions<T>;
}

/** Identifier of the {@linkcode RepositoryExport} beans; see `exportRepository`. */
export const RepositoryExport: ServiceIdentifier<RepositoryExport> = token<RepositoryExport>("RepositoryExport");
