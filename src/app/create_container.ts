import { Container, type ContainerModule } from "../../deps.ts";

/**
 * Makes a container in which beans are singletons, and loads features and modules into it.
 *
 * Later modules may rebind what earlier ones bound, so a test loads its overrides last:
 *
 * ```ts
 * import { ContainerModule, createContainer, token, type ServiceIdentifier } from "@espalier/espalier";
 *
 * const Greeting: ServiceIdentifier<string> = token<string>("Greeting");
 * const service = new ContainerModule(({ bind }) => void bind(Greeting).toConstantValue("Hello"));
 * const override = new ContainerModule(({ rebind }) => void rebind(Greeting).toConstantValue("Hi"));
 * console.log(createContainer(service, override).get(Greeting)); // "Hi"
 * ```
 *
 * @param modules features such as `graphql()`, modules of the application, overrides
 */
export function createContainer(...modules: readonly ContainerModule[]): Container {
  const container = new Container({ defaultScope: "Singleton" });
  container.load(...modules);
  return container;
}
