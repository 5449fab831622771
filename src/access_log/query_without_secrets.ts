/** Parameters beyond this number are not written. */
const maxParameters = 50;

/**
 * Redacts a query: all values except those of parameters known to contain no secrets. URLs may contain tokens, codes
 * and GraphQL variables, and logs have more readers than the service's data.
 *
 * @param search the query with its question mark, or `""`
 * @param shown names of the parameters whose values are written
 * @returns the query, with `REDACTED` in place of each other value
 */
export function queryWithoutSecrets(search: string, shown: ReadonlySet<string>): string {
  if (search.length < 2) return "";
  const parameters = search.slice(1).split("&", maxParameters + 1);
  const safe = parameters.slice(0, maxParameters).map((parameter) => {
    const end = parameter.indexOf("=");
    // Without a name the whole could be the secret.
    if (end < 0) return parameter === "" ? "" : shown.has(parameter) ? parameter : "REDACTED";
    const name = parameter.slice(0, end);
    return shown.has(name) ? parameter : `${name}=REDACTED`;
  });
  return `?${safe.join("&")}${parameters.length > maxParameters ? "&…" : ""}`;
}

/**
 * Removes the query and the fragment, which may contain secrets, from a `Referer`.
 *
 * @param referer the header
 */
export function refererWithoutSecrets(referer: string | null): string | undefined {
  if (referer === null) return undefined;
  const [address = ""] = referer.split(/[?#]/, 1);
  return address.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/]*@/i, "$1");
}
