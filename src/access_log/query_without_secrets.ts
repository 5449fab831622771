/** Parameters beyond this number are not written. */
const maxParameters = 50;

/**
 * Takes out of a query what may be secret: all values but those of parameters that are known to hold none. Tokens, codes
 * and GraphQL variables stand in URLs, too, and a log is read by more people than the service is.
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
 * Takes the query and the fragment, which may be secret, from the address of the page that a client came from.
 *
 * @param referer the header
 */
export function refererWithoutSecrets(referer: string | null): string | undefined {
  if (referer === null) return undefined;
  const [address = ""] = referer.split(/[?#]/, 1);
  return address.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/]*@/i, "$1");
}
