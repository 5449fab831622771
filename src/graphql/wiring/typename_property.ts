/** The value's property `__typename`; `undefined` if it has none. */
export function typenameOf(value: object): string | undefined {
  const name = (value as { readonly __typename?: unknown }).__typename;
  return typeof name === "string" ? name : undefined;
}
