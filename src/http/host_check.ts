import type { HttpExchange } from "./http_exchange.ts";
import { problem } from "./problem.ts";

/** Behind what the host must not hold something else of the URL would begin. */
const hostAlone = /^\w+:\/\/[^/?#@\\]+$/;

/**
 * Refuses requests whose address is no URL. The server makes a request's URL of what the client wrote into `Host`, and
 * does not look at it; everything behind this check may take the URL apart.
 */
export class HostCheck {
  /** Most requests name the host that the one before named. */
  #lastGood = "";

  /**
   * Looks at a request's host.
   *
   * @param exchange the request
   * @returns 400, or `undefined` where the host can be part of a URL
   */
  refusal({ origin, request }: HttpExchange): Response | undefined {
    if (origin === this.#lastGood && origin !== "") return undefined;
    if (hostAlone.test(origin) && URL.canParse(origin)) {
      this.#lastGood = origin;
      return undefined;
    }
    const value = request.headers.get("host")?.slice(0, 200) ?? "";
    const detail = `Cannot answer the request as its host must be that of a URL: current value is "${value}"`;
    return problem({ status: 400, detail });
  }
}
