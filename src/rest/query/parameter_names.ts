/**
 * Checks that the names of query parameters are distinct.
 *
 * @param names the names by purpose, for example `{ page: "page", size: "limit" }`
 * @throws TypeError when a name is empty or used twice
 */
export function requireParameterNames(names: Readonly<Record<string, string>>): void {
  const meanings = new Map<string, string>();
  for (const [meaning, name] of Object.entries(names)) {
    if (name === "") {
      throw new TypeError(`Cannot read query parameters as the name of the ${meaning} parameter must not be empty`);
    }
    const other = meanings.get(name);
    if (other !== undefined) {
      throw new TypeError(
        `Cannot read query parameters as those of ${other} and ${meaning} must have names of their own: both are ` +
          `called "${name}"`,
      );
    }
    meanings.set(name, meaning);
  }
}
