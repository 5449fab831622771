import type { Container } from "../../deps.ts";
import { beansOf } from "../container/mod.ts";

/**
 * Requires that initializers of modules are run.
 *
 * @param container holds all bindings
 * @throws TypeError if initializers are bound, and no feature runs them
 */
export function checkInitializers(container: Container): void {
  const beans = beansOf(container);
  if (!beans.some(({ name }) => name === "ApplicationModuleInitializer")) return;
  if (beans.some(({ name }) => name === "ModuleInitialization")) return;
  throw new TypeError(
    "Cannot start the application as an ApplicationModuleInitializer is bound, and nothing runs it: install modulith()",
  );
}
