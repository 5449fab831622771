import { Container, type ContainerModule } from "../../deps.ts";
import { describeValue, isClass } from "../kernel/mod.ts";

/**
 * Makes a container in which beans are singletons, and loads features and modules into it.
 *
 * Later modules may rebind what earlier ones bound, so a test loads its overrides last:
 *
 * ```ts
 * import { ContainerModule, createContainer, token, type ServiceIdentifier } from "@espalier/espalier";
 *
 * const Greeting: ServiceIdentifier<string> = token<string>("Greeting");
 * const service = new ContainerModule(({ bind }) => bind(Greeting).toConstantValue("Hello"));
 * const override = new ContainerModule(({ rebind }) => rebind(Greeting).toConstantValue("Hi"));
 * console.log(createContainer(service, override).get(Greeting)); // "Hi"
 * ```
 *
 * @param modules features such as `graphql()`, modules of the application, overrides
 * @throws TypeError if an argument is no module
 */
export function createContainer(...modules: readonly ContainerModule[]): Container {
  const container = new Container({ defaultScope: "Singleton" });
  container.load(...modules.map(checked));
  return container;
}

function checked(module: ContainerModule, index: number): ContainerModule {
  // Whatever loads is a module, one of another copy of Inversify, too.
  if (typeof module === "object" && module !== null && "load" in module) return module;
  throw new TypeError(
    `Cannot load argument ${index + 1} of createContainer as it must be a ContainerModule: current value is ` +
      describeValue(module) + hintFor(module),
  );
}

function hintFor(value: unknown): string {
  if (value instanceof Promise) return " (await it)";
  if (Array.isArray(value)) return " (spread it: ...modules)";
  if (isClass(value)) return ' (bind it in a ContainerModule, or with "controller" if it is one)';
  return typeof value === "function" ? " (call it, if it makes one)" : "";
}
