/** The name in a value's property `__typename`; `undefined` where it has none. */
export function typenameOf(value: object): string | undefined {
  const name = (value as { readonly __typename?: unknown }).__typename;
  return typeof name === "string" ? name : undefined;
}
