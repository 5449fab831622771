import type { ModuleFacts, ModuleStructure } from "../modulith/mod.ts";
import type { MigrationFolder } from "./find_migrations.ts";
import { inDependencyOrder } from "./module_order.ts";

/**
 * The folders that hold the migrations of an application, in the order in which they run: the root's own, with what all
 * modules share, then those of the modules, each behind those that it depends on.
 *
 * @param root the application's folder, ending in a slash
 * @param structure what is known of its modules
 *
 * @example
 * ```ts
 * import { migrationFolders } from "@espalier/espalier/migrate";
 *
 * const folders = migrationFolders(new URL("file:///srv/bookstore/"));
 * console.log(folders.map(({ url }) => url.pathname)); // ["/srv/bookstore/migrations/"]
 * ```
 */
export function migrationFolders(root: URL, structure?: ModuleStructure): MigrationFolder[] {
  const modules: readonly Pick<ModuleFacts, "identifier" | "folder">[] = inDependencyOrder(structure?.modules ?? []);
  return [
    { module: "", url: new URL("migrations/", root) },
    // A module may be named "migrations" by the scan only because it holds the root's.
    ...modules.filter(({ folder }) => folder !== "migrations/").map(({ identifier, folder }) => ({
      module: identifier,
      url: new URL(`${folder.split("/").map(encodeURIComponent).join("/")}migrations/`, root),
    })),
  ];
}
