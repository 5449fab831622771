import type { Class } from "../kernel/mod.ts";

/** The metadata of Inversify's decorators, as far as it is read here. */
interface InjectionMetadata {
  readonly constructorArguments: readonly { readonly value?: unknown }[];
  readonly properties: ReadonlyMap<string | symbol, { readonly value?: unknown }>;
}

const inversifyKey = "@inversifyjs/core/classMetadataReflectKey";

/**
 * Reads the constructor injections that Inversify's `@injectable()` and `@inject()` recorded for a class.
 *
 * @param type the class
 * @returns the injected identifiers, possibly wrapped as lazy; `undefined` if nothing was recorded and the
 *   constructor has parameters
 */
export function recordedInjections(type: Class): unknown[] | undefined {
  const metadata = metadataOf(type);
  if (metadata === undefined) return type.length === 0 ? [] : undefined;
  return [...metadata.constructorArguments, ...metadata.properties.values()]
    .map(({ value }) => value)
    .filter((value) => value !== undefined);
}

/**
 * Reads the property injections that Inversify's `@inject()` recorded for a class.
 *
 * @param type the class
 * @returns the injected identifiers, possibly wrapped as lazy, by property
 */
export function recordedProperties(type: Class): [property: string, identifier: unknown][] {
  const properties = metadataOf(type)?.properties ?? new Map<string, { readonly value?: unknown }>();
  return [...properties].filter(([, { value }]) => value !== undefined)
    .map(([property, { value }]) => [String(property), value]);
}

function metadataOf(type: Class): InjectionMetadata | undefined {
  // `getOwnMetadata` exists only if reflect-metadata was loaded, which Inversify's decorators require.
  const reflect = Reflect as { getOwnMetadata?: (key: string, target: object) => InjectionMetadata | undefined };
  return reflect.getOwnMetadata?.(inversifyKey, type);
}
