import type { ContainerModule } from "../../deps.ts";
import { type Application, createApp, createContainer } from "../app/mod.ts";
import { isContainer } from "../container/mod.ts";
import { describeValue } from "../kernel/mod.ts";

/** Which application a command works on. */
export interface NamedApplication {
  /** The module that exports the application's features. */
  readonly module: URL;
  /** The name of the export. */
  readonly name: string;
  /** The application's folder. */
  readonly root: URL;
  /** The action of the command, for messages: `inspect`. */
  readonly action: string;
}

/**
 * Starts the application of a module.
 *
 * @param named the module and its export
 * @throws TypeError when the module exports no application
 */
export async function applicationOf({ module, name, root, action }: NamedApplication): Promise<Application> {
  const exported: unknown = (await import(module.href))[name];
  const made: unknown = typeof exported === "function" ? await exported() : exported;
  const options = { root, properties: { logging: { level: "WARN" } } } as const;
  if (isContainer(made)) return await createApp(made, options);
  if (Array.isArray(made)) return await createApp(createContainer(...made as ContainerModule[]), options);
  if (isApplication(made)) return made;
  throw new TypeError(
    `Cannot ${action} "${module.pathname}" as its export "${name}" must be a list of container modules, a container, ` +
      `an application or a function that makes one: current value is ${
        describeValue(made)
      }. --export names another export`,
  );
}

function isApplication(value: unknown): value is Application {
  return typeof value === "object" && value !== null && "container" in value && "fetch" in value;
}
