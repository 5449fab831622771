/**
 * Returns the option of one property. Inherited members are no options: a property may be called `constructor`.
 *
 * @param options options by the name or path of a property
 * @param name the name or path
 * @returns `undefined` when there is none
 */
export function optionOf<V>(options: Readonly<Record<string, V>> | undefined, name: string): V | undefined {
  return options !== undefined && Object.hasOwn(options, name) ? options[name] : undefined;
}
