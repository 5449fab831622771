import { isIP } from "node:net";
import type { HttpExchange } from "./http_exchange.ts";
import { problem } from "./problem.ts";

/** Matches scheme and host only: `/`, `?`, `#`, `@` and `\\` would start or end another URL component. */
const hostAlone = /^\w+:\/\/[^/?#@\\]+$/;

/**
 * Rejects requests whose `Host` is malformed or not allowed. The server builds a request's URL from the unchecked
 * `Host` header; code behind this check may take the URL
 * apart.
 *
 * A web page on the internet can let its own name resolve to 127.0.0.1 (DNS rebinding), and then read the responses of
 * a service on the developer's machine, as both have the same origin. Its requests have the page's host name. An IP
 * address cannot be rebound, so requests to one are always allowed.
 */
export class HostCheck {
  readonly #names = new Set<string>();
  readonly #suffixes: string[] = [];
  #allowsAll = false;
  /** The last accepted host: most requests repeat it. */
  #lastGood = "";

  /**
   * Creates the check.
   *
   * @param allowedHosts host names without port; `*.example.com` allows all subdomains, `*` all names
   */
  constructor(allowedHosts: readonly string[] = ["*"]) {
    for (const host of allowedHosts) this.allow(host);
  }

  /** Allows another host.
   *
   * @param host a host name, as in the constructor
   */
  allow(host: string): void {
    const name = host.toLowerCase();
    if (name === "*") this.#allowsAll = true;
    else if (name.startsWith("*.")) this.#suffixes.push(name.slice(1));
    else this.#names.add(name);
  }

  /**
   * Checks a request's host.
   *
   * @param exchange the request
   * @returns a 400 response if the host cannot be part of a URL, 421 if it is not allowed, else `undefined`
   */
  refusal({ origin, request }: HttpExchange): Response | undefined {
    if (origin === this.#lastGood && origin !== "") return undefined;
    const url = hostAlone.test(origin) ? URL.parse(origin) : null;
    if (url !== null && this.#isAllowed(url.hostname)) {
      this.#lastGood = origin;
      return undefined;
    }
    const value = request.headers.get("host")?.slice(0, 200) ?? url?.host.slice(0, 200) ?? "";
    const needed = url === null ? "that of a URL" : "an IP address or one of the property http.allowedHosts";
    const detail = `Cannot answer the request as its host must be ${needed}: current value is "${value}"`;
    return problem({ status: url === null ? 400 : 421, detail });
  }

  #isAllowed(hostname: string): boolean {
    if (this.#allowsAll) return true;
    // A name may end with the dot of the root.
    const name = hostname.toLowerCase().replace(/\.$/, "");
    if (this.#names.has(name) || this.#suffixes.some((suffix) => name.endsWith(suffix))) return true;
    return name.startsWith("[") || isIP(name) > 0;
  }
}
