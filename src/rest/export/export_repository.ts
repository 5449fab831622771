import { type Container, ContainerModule, type ServiceIdentifier } from "../../../deps.ts";
import { ContainerPreparation, isInstalled, nameOfIdentifier } from "../../kernel/mod.ts";
import { checkExportOptions } from "./check_export_options.ts";
import { type ExportableRepository, RepositoryExport } from "./repository_export.ts";
import type { RepositoryExportOptions } from "./repository_export_options.ts";

/**
 * Makes a repository bean a collection that hypermedia clients can walk. Without the feature `rest()` the start fails.
 *
 * What is exported can be read; writing is asked for with `writable`.
 *
 * @param repository the repository's identifier
 * @param options path, relations, what may be written, searches, projections
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
  // An export of one entity type is checked like an export of any.
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

/** Nobody would ever ask for the export. */
function requireFeature(container: Container): void {
  if (isInstalled("rest()", container)) return;
  throw new TypeError("rest() must be installed: add it to createContainer");
}
