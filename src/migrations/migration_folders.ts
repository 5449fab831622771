import type { ModuleFacts, ModuleStructure } from "../modulith/mod.ts";
import type { MigrationFolder } from "./find_migrations.ts";
import { inDependencyOrder } from "./module_order.ts";

/**
 * The migration folders of an application, in the order in which they run: that of the root, for tables shared by all
 * modules, then those of the modules, each after the modules that it depends on.
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
    // The scan takes the root's "migrations" folder for a module.
    ...modules.filter(({ folder }) => folder !== "migrations/").map(({ identifier, folder }) => ({
      module: identifier,
      url: new URL(`${folder.split("/").map(encodeURIComponent).join("/")}migrations/`, root),
    })),
  ];
}
