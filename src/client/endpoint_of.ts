import { describeValue } from "../kernel/mod.ts";

/**
 * Reads the address of a server.
 *
 * @param url the given URL
 * @throws TypeError when it is no absolute URL
 */
export function endpointOf(url: string | URL): string {
  if (URL.canParse(url)) return String(url);
  throw new TypeError(
    `Cannot make a client as option "url" must be an absolute URL, such as "http://localhost:8080/graphql": ` +
      `current value is ${describeValue(url)}`,
  );
}
