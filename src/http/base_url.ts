import { withoutTrailingSlashes } from "../kernel/mod.ts";

/** The original scheme, host and path prefix, as a proxy forwarded them. */
interface Forwarded {
  readonly protocol?: string;
  readonly host?: string;
  readonly port?: string;
  readonly prefix?: string;
}

/**
 * Finds the URL under which clients see the service, for links: without path, or with the prefix that a proxy removed.
 *
 * @param request the request
 * @param options whether to believe `Forwarded` and `X-Forwarded-Proto`, `-Host`, `-Port`, `-Prefix`; values that no
 * proxy would send are left aside
 * @returns for example `https://api.example.org/shop`, without slash at its end
 *
 * @example
 * ```ts
 * import { baseUrlOf } from "@espalier/espalier/http";
 *
 * const headers = { forwarded: "proto=https;host=api.example.org", "x-forwarded-prefix": "/shop" };
 * const request = new Request("http://10.0.0.7:8080/books", { headers });
 * console.log(baseUrlOf(request, { trustForwardedHeaders: false })); // http://10.0.0.7:8080
 * ```
 */
export function baseUrlOf(request: Request, options: { readonly trustForwardedHeaders: boolean }): string {
  const { url } = request;
  const origin = url.slice(0, url.indexOf("/", url.indexOf("://") + 3));
  if (!options.trustForwardedHeaders) return origin;
  const { protocol, host, port, prefix = "" } = forwardedOf(request.headers);
  if (protocol === undefined && host === undefined && port === undefined) return origin + prefix;
  const [ownProtocol, ownAuthority] = origin.split("://") as [string, string];
  const scheme = protocol ?? ownProtocol;
  return `${scheme}://${authorityOf(host ?? ownAuthority, port, scheme)}${prefix}`;
}

function authorityOf(host: string, port: string | undefined, scheme: string): string {
  const name = port === undefined ? host : host.replace(/:\d+$/, "");
  const shown = port ?? /:(\d+)$/.exec(host)?.[1];
  const isDefault = shown === (scheme === "https" ? "443" : "80");
  return shown === undefined || isDefault ? name.replace(/:\d+$/, "") : `${name.replace(/:\d+$/, "")}:${shown}`;
}

function forwardedOf(headers: Headers): Forwarded {
  const standard = parametersOf(headers.get("forwarded"));
  const first = (name: string) => headers.get(name)?.split(",")[0]?.trim();
  return {
    ...valid("protocol", standard["proto"] ?? first("x-forwarded-proto"), /^https?$/i),
    ...valid("host", standard["host"] ?? first("x-forwarded-host"), /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i),
    ...valid("port", first("x-forwarded-port"), /^\d{1,5}$/),
    ...valid("prefix", withoutTrailingSlashes(first("x-forwarded-prefix") ?? ""), /^(?:\/[\w.~%-]+)+$/),
  };
}

function valid(key: keyof Forwarded, value: string | undefined, pattern: RegExp): Forwarded {
  return value !== undefined && pattern.test(value) ? { [key]: key === "protocol" ? value.toLowerCase() : value } : {};
}

/** The parameters of the first element of a `Forwarded` header (RFC 7239). */
function parametersOf(header: string | null): Record<string, string> {
  const pairs = (header ?? "").split(",")[0]!.split(";").map((pair) => /^(\w+)="?([^"]*)"?$/.exec(pair.trim()));
  return Object.fromEntries(pairs.flatMap((pair) => pair === null ? [] : [[pair[1]!.toLowerCase(), pair[2]!]]));
}
