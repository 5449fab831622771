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
  const metadata = metadataOf(type);
  if (metadata === undefined) return type.length === 0 ? [] : undefined;
  return [...metadata.constructorArguments, ...metadata.properties.values()]
    .map(({ value }) => value)
    .filter((value) => value !== undefined);
}

/**
 * Reads what Inversify's `@inject()` recorded for the properties of a class.
 *
 * @param type the class
 * @returns identifiers of what is injected, possibly wrapped as lazy, by the property's name
 */
export function recordedProperties(type: Class): [property: string, identifier: unknown][] {
  const properties = metadataOf(type)?.properties ?? new Map<string, { readonly value?: unknown }>();
  return [...properties].filter(([, { value }]) => value !== undefined)
    .map(([property, { value }]) => [String(property), value]);
}

function metadataOf(type: Class): InjectionMetadata | undefined {
  // `getOwnMetadata` exists where reflect-metadata was loaded, which Inversify's decorators need.
  const reflect = Reflect as { getOwnMetadata?: (key: string, target: object) => InjectionMetadata | undefined };
  return reflect.getOwnMetadata?.(inversifyKey, type);
}
