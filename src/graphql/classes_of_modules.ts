import type { Container } from "../../deps.ts";
import { type Class, InstalledModule, isClass, type Logger } from "../kernel/mod.ts";

/**
 * The classes that the application's modules offer to each other: what their `mod.ts` exports. Inspection finds the
 * members of unions and the implementations of interfaces among them by name.
 *
 * @param container holds the installed modules
 * @param log is told of modules that can't be looked at
 */
export async function classesOfModules(container: Container, log: Logger): Promise<Class[]> {
  const modules = await container.getAllAsync(InstalledModule);
  const found = await Promise.all(modules.map((module) => classesOf(module, log)));
  return found.flat();
}

async function classesOf({ folder, identifier }: InstalledModule, log: Logger): Promise<Class[]> {
  if (!folder) return [];
  try {
    const exported: Record<string, unknown> = await import(new URL("mod.ts", folder).href);
    return Object.values(exported).filter((value): value is Class => isClass(value));
  } catch (error) {
    // A module without mod.ts offers nothing; where files may not be read, classes are named to the inspection.
    log.debug(`Inspecting without the classes of module "${identifier}", whose mod.ts can't be imported`, { error });
    return [];
  }
}
