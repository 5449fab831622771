import { type Container, ContainerModule, type ServiceIdentifier } from "../../../deps.ts";
import { ContainerPreparation, isInstalled, nameOfIdentifier } from "../../kernel/mod.ts";
import { checkExportOptions } from "./check_export_options.ts";
import { type ExportableRepository, RepositoryExport } from "./repository_export.ts";
import type { RepositoryExportOptions } from "./repository_export_options.ts";

/**
 * Exports a repository bean as a collection for hypermedia clients. Without the feature `rest()` the start fails.
 *
 * Clients can read an export; `writable` permits writes.
 *
 * @param repository the repository's identifier
 * @param options path, relations, permitted writes, searches, projections
 * @returns a module for `createContainer`
 * @throws TypeError when an option does not exist
 *
 * @example
 * ```ts
 * import { exportRepository, rest } from "@espalier/espalier/rest";
 * import { createApp, createContainer, describeType, t, token, ContainerModule, type ServiceIdentifier } from "@espalier/espalier";
 * import { Page, type Pageable, type Repository } from "@espalier/espalier/data";
 *
 * class Book {
 *   constructor(readonly id: string, readonly title: string) {}
 * }
 * describeType(Book, { id: t.id, title: t.string }, { id: "id" });
 *
 * const shelf = [new Book("1", "Emma"), new Book("2", "Persuasion")];
 * const Books: ServiceIdentifier<Repository<Book>> = token("Books");
 * const books = new ContainerModule(({ bind }) => {
 *   bind(Books).toConstantValue({
 *     entityType: Book,
 *     findAll: (pageable: Pageable) => Promise.resolve(new Page(shelf, pageable, shelf.length)),
 *   } as Repository<Book>);
 * });
 *
 * await using app = await createApp(createContainer(rest(), books, exportRepository(Books, { path: "books" })));
 * const response = await app.fetch(new Request("http://localhost/books"));
 * console.log((await response.json())._links.self.href); // "http://localhost/books{?page,size,sort*}"
 * ```
 */
export function exportRepository<T>(
  repository: ServiceIdentifier<ExportableRepository<T>>,
  options: RepositoryExportOptions<T> = {},
): ContainerModule {
  // Exports of all entity types are checked in the same way.
  checkExportOptions(options as unknown as RepositoryExportOptions<object>);
  return new ContainerModule(({ bind }) => {
    bind(RepositoryExport).toResolvedValue(
      // An export of one entity type stands among exports of any.
      (bean: ExportableRepository<T>) => ({ repository: bean, options }) as unknown as RepositoryExport,
      [repository],
    );
    bind(ContainerPreparation).toConstantValue({
      name: `export the repository ${nameOfIdentifier(repository)}`,
      prepare: requireFeature,
    });
  });
}

/** Fails the start without the feature `rest()`, as the export would have no effect. */
function requireFeature(container: Container): void {
  if (isInstalled("rest()", container)) return;
  throw new TypeError("rest() must be installed: add it to createContainer");
}
