import { problem } from "../../http/mod.ts";
import { type ActuatorEndpoint, type ActuatorRequest, type MaybePromise, shortened } from "../../kernel/mod.ts";
import { isoDuration } from "../iso_duration.ts";
import type { HttpExchanges } from "./http_exchanges.ts";
import { HttpExchangesEndpoint } from "./http_exchanges_endpoint.ts";
import { maskedHeaders, type RecordExchanges } from "./record_exchanges.ts";
import { maskedBody, type ReplayableRequests } from "./replayable_requests.ts";

/** Maximum length of the body of a response that is shown, in UTF-16 code units. */
const maxShownBody = 65_536;

/**
 * `/actuator/httpexchanges` in development: each exchange has a number, below which it is shown with the request's
 * body, and sent again by `POST`. Shown values are masked; what is sent again is what the client had sent.
 */
export class ReplayEndpoint extends HttpExchangesEndpoint implements ActuatorEndpoint {
  readonly pathVariable = "exchange";
  readonly methods = ["GET", "POST"];
  readonly #exchanges: HttpExchanges;
  readonly #requests: ReplayableRequests;
  readonly #recorder: RecordExchanges;

  /**
   * @param exchanges the recorded exchanges
   * @param requests the replayable requests
   * @param recorder sends it
   */
  constructor(exchanges: HttpExchanges, requests: ReplayableRequests, recorder: RecordExchanges) {
    super(exchanges, (id) => ({ id, isReplayable: requests.get(id) !== undefined }));
    this.#exchanges = exchanges;
    this.#requests = requests;
    this.#recorder = recorder;
  }

  override handle(request: ActuatorRequest): MaybePromise<Response | undefined> {
    const isPost = request.request.method === "POST";
    if (request.path === "") {
      return isPost ? problem({ status: 405, headers: { allow: "GET, HEAD" } }) : super.handle(request);
    }
    const id = /^\d{1,15}$/.test(request.path) ? Number(request.path) : 0;
    return isPost ? this.#replay(id) : this.#show(id);
  }

  #show(id: number): Response | undefined {
    const exchange = this.#exchanges.latest().find((each) => each.id === id);
    if (exchange === undefined) return undefined;
    const body = this.#requests.get(id)?.body;
    return Response.json({ ...this.shown(exchange), ...(body === undefined ? {} : { body: maskedBody(body) }) });
  }

  async #replay(id: number): Promise<Response> {
    const request = this.#requests.get(id);
    if (request === undefined) {
      const detail = `Cannot replay exchange ${id} as its request is not kept: only requests without a body, ` +
        "or with a text of up to 65536 bytes, are";
      return problem({ status: 404, detail });
    }
    const startedAt = performance.now();
    const response = await this.#recorder.replay(request);
    const body = await textOf(response);
    return Response.json({
      response: { status: response.status, headers: maskedHeaders(response.headers) },
      ...(body === undefined ? {} : { body: maskedBody(body) }),
      timeTaken: isoDuration(performance.now() - startedAt),
    });
  }
}

/** Streams have no end, and other bodies than texts are not read. */
async function textOf(response: Response): Promise<string | undefined> {
  const type = response.headers.get("content-type") ?? "";
  if (/json|^text\//.test(type) && !/event-stream|multipart/.test(type)) {
    return shortened(await response.text(), maxShownBody);
  }
  await response.body?.cancel();
  return undefined;
}
