import { type Container, ContainerModule, loadJsonPatch } from "../../deps.ts";
import { installOnce, StartupTask } from "../kernel/mod.ts";

/**
 * The feature that makes exported repositories paged, sorted hypermedia collections; see `exportRepository`.
 *
 * @returns a module for `createContainer`
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
