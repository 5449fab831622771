import { ContainerModule as InversifyModule, type ContainerModuleLoadOptions } from "../../deps.ts";

/**
 * A part of an application: binds beans when it is loaded.
 *
 * Inversify's own takes whatever the function returns for a promise, and so refuses `({ bind }) => bind(Clock).toSelf()`.
 * Here a value that is no promise is left aside.
 *
 * @example
 * ```ts
 * import { ContainerModule, createContainer, type ServiceIdentifier, token } from "@espalier/espalier";
 *
 * const Greeting: ServiceIdentifier<string> = token<string>("Greeting");
 * const greetings = new ContainerModule(({ bind }) => bind(Greeting).toConstantValue("Hello"));
 * console.log(createContainer(greetings).get(Greeting)); // "Hello"
 * ```
 */
export class ContainerModule extends InversifyModule {
  /**
   * Creates the module.
   *
   * @param load binds the beans
   * @throws TypeError when that is no function
   */
  constructor(load: (options: ContainerModuleLoadOptions) => unknown) {
    if (typeof load !== "function") {
      throw new TypeError("Cannot make a ContainerModule as it must be given a function: ({ bind }) => { … }");
    }
    super((options) => {
      const result = explained(() => load(options));
      return result instanceof Promise ? result : undefined;
    });
  }
}

/** The container advises decorators and compiler options of other frameworks to whoever binds a class to itself. */
function explained<T>(load: () => T): T {
  try {
    return load();
  } catch (cause) {
    const missing = /missing metadata on type "(.+?)".* requires at least (\d+) arg/.exec(String(cause));
    if (missing === null) throw cause;
    const [, name, count] = missing;
    throw new TypeError(
      `Cannot bind class "${name}" to itself as the container must be told what its ${count} constructor parameter(s) ` +
        `are: bind(${name}).toResolvedValue((…) => new ${name}(…), […])`,
      { cause },
    );
  }
}
