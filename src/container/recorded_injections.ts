import type { Class } from "../kernel/mod.ts";

/** What Inversify's own decorators leave on a class, in the parts read here. */
interface InjectionMetadata {
  readonly constructorArguments: readonly { readonly value?: unknown }[];
  readonly properties: ReadonlyMap<string | symbol, { readonly value?: unknown }>;
}

const inversifyKey = "@inversifyjs/core/classMetadataReflectKey";

/**
 * Reads what Inversify's `@injectable()` and `@inject()` recorded for a class.
 *
 * @param type the class
 * @returns identifiers of what is injected, possibly wrapped as lazy; `undefined` when nothing was recorded and the
 *   constructor takes arguments
 */
export function recordedInjections(type: Class): unknown[] | undefined {
  // `getOwnMetadata` exists where reflect-metadata was loaded, which Inversify's decorators need.
  const reflect = Reflect as { getOwnMetadata?: (key: string, target: object) => InjectionMetadata | undefined };
  const metadata = reflect.getOwnMetadata?.(inversifyKey, type);
  if (metadata === undefined) return type.length === 0 ? [] : undefined;
  return [...metadata.constructorArguments, ...metadata.properties.values()]
    .map(({ value }) => value)
    .filter((value) => value !== undefined);
}
