import type { ActuatorEndpoint, ActuatorRequest, MaybePromise } from "../../kernel/mod.ts";
import { isoDuration } from "../iso_duration.ts";
import type { HttpExchanges, RecordedExchange } from "./http_exchanges.ts";
import { afterOthers } from "../endpoints/after_others.ts";

/** `/actuator/httpexchanges`: the last requests with their responses, without bodies; secrets are masked. */
export class HttpExchangesEndpoint implements ActuatorEndpoint {
  readonly id = "httpexchanges";
  readonly order = afterOthers;
  readonly #exchanges: HttpExchanges;
  readonly #more: (id: number) => object;

  /**
   * @param exchanges the recorded exchanges
   * @param more further facts of an exchange, by its number
   */
  constructor(exchanges: HttpExchanges, more: (id: number) => object = () => ({})) {
    this.#exchanges = exchanges;
    this.#more = more;
  }

  handle({ path }: ActuatorRequest): MaybePromise<Response | undefined> {
    if (path !== "") return undefined;
    return Response.json({ exchanges: this.#exchanges.latest().map((exchange) => this.shown(exchange)) });
  }

  /** An exchange in the shape of Spring Boot's. */
  protected shown({ id, timestamp, durationMs, request, response, principal }: RecordedExchange): object {
    return {
      ...this.#more(id),
      timestamp: new Date(timestamp),
      ...(principal === undefined ? {} : { principal: { name: principal } }),
      request,
      response,
      timeTaken: isoDuration(durationMs),
    };
  }
}
