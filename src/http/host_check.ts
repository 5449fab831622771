import { isIP } from "node:net";
import type { HttpExchange } from "./http_exchange.ts";
import { problem } from "./problem.ts";

/** Matches scheme and host only: `/`, `?`, `#`, `@` and `\\` would start or end another URL component. */
const hostAlone = /^\w+:\/\/[^/?#@\\]+$/;

/**
 * Refuses requests whose `Host` is no host, or is none of those that the service answers to. The server makes a
 * request's URL of what the client wrote into `Host` and does not check it; everything behind this check may take the URL
 * apart.
 *
 * A web page on the internet can let its own name resolve to 127.0.0.1 (DNS rebinding), and then read what a service on
 * the developer's machine answers, as both are of one origin. Its requests carry the page's host name. An IP address can't
 * be rebound, so requests that name one are always answered.
 */
export class HostCheck {
  readonly #names = new Set<string>();
  readonly #suffixes: string[] = [];
  #allowsAll = false;
  /** Most requests name the host that the one before named. */
  #lastGood = "";

  /**
   * Creates the check.
   *
   * @param allowedHosts host names without port; `*.example.com` stands for all names below, `*` for all
   */
  constructor(allowedHosts: readonly string[] = ["*"]) {
    for (const host of allowedHosts) this.allow(host);
  }

  /**
   * Allows a further host.
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
   * @returns 400 where the host can't be part of a URL, 421 where it is not allowed, else `undefined`
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
