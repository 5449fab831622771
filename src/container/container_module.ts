import { ContainerModule as InversifyModule, type ContainerModuleLoadOptions } from "../../deps.ts";

/**
 * A part of an application: binds beans when it is loaded.
 *
 * Inversify's class treats any return value as a promise, and so rejects `({ bind }) => bind(Clock).toSelf()`.
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
      throw new TypeError("Cannot make a ContainerModule as its argument must be a function: ({ bind }) => { … }");
    }
    super((options) => {
      const result = explained(() => load(options));
      return result instanceof Promise ? result : undefined;
    });
  }
}

/** Replaces Inversify's message, which suggests decorators and compiler options that this framework does not use. */
function explained<T>(load: () => T): T {
  try {
    return load();
  } catch (cause) {
    const missing = /missing metadata on type "(.+?)".* requires at least (\d+) arg/.exec(String(cause));
    if (missing === null) throw cause;
    const [, name, count] = missing;
    throw new TypeError(
      `Cannot bind class "${name}" to itself as the container must know what its ${count} constructor parameter(s) ` +
        `are: bind(${name}).toResolvedValue((…) => new ${name}(…), […])`,
      { cause },
    );
  }
}
