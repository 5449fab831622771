import { type Container, ContainerModule, loadJsonPatch } from "../../deps.ts";
import { installOnce, StartupTask } from "../kernel/mod.ts";

/**
 * The feature that serves exported repositories as paged, sorted hypermedia collections; see `exportRepository`.
 *
 * @returns a module for `createContainer`
 *
 * @example
 * ```ts
 * import { bean, createApp, createContainer, data, entity, exportRepository, rest, t } from "@espalier/espalier";
 * import { Database, repository } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * const features = [data({ entities: [Book] }), rest(), bean(Books, Database), exportRepository(Books)];
 * await using app = await createApp(createContainer(...features));
 * await app.container.get(Books).save(new Book({ title: "Emma" }));
 * const collection = await (await app.fetch(new Request("http://localhost/books"))).json();
 * console.log(collection.page.totalElements); // 1
 * ```
 */
export function rest(): ContainerModule {
  return new ContainerModule((module) => {
    installOnce("rest()", module);
    module.bind(StartupTask).toConstantValue({ name: "rest: export repositories", run: start });
  });
}

/**
 * The collections are loaded by the applications that install them: the front door names this feature, too. JSON Patch is
 * loaded with them, so that the first patch does not wait for it.
 */
async function start(container: Container): Promise<void> {
  const [{ exportRepositories }] = await Promise.all([import("./export_repositories.ts"), loadJsonPatch()]);
  await exportRepositories(container);
}
