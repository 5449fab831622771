import type { ActuatorEndpoint, ActuatorRequest } from "../../kernel/mod.ts";
import { isoDuration } from "../iso_duration.ts";
import type { HttpExchanges } from "./http_exchanges.ts";
import { afterOthers } from "../endpoints/after_others.ts";

/** `/actuator/httpexchanges`: the last requests with their responses, without bodies; secrets are masked. */
export class HttpExchangesEndpoint implements ActuatorEndpoint {
  readonly id = "httpexchanges";
  readonly order = afterOthers;
  readonly #exchanges: HttpExchanges;

  /** @param exchanges what was recorded */
  constructor(exchanges: HttpExchanges) {
    this.#exchanges = exchanges;
  }

  handle({ path }: ActuatorRequest): Response | undefined {
    if (path !== "") return undefined;
    return Response.json({
      exchanges: this.#exchanges.latest().map(({ timestamp, durationMs, request, response, principal }) => ({
        timestamp: new Date(timestamp),
        ...(principal === undefined ? {} : { principal: { name: principal } }),
        request,
        response,
        timeTaken: isoDuration(durationMs),
      })),
    });
  }
}
