import { DisconnectWatch } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { RequestSignal } from "../export/request_signal.ts";

/** The status of a request whose client has disconnected, for logs (nginx: client closed request). */
const clientClosedRequest = 499;

/** Runs the work of requests, and aborts it when the client disconnects. */
export class ClientRequests implements Disposable {
  readonly #signal: RequestSignal;
  readonly #watch = new DisconnectWatch();

  /** @param signal passes the signal of a request to repository calls */
  constructor(signal: RequestSignal) {
    this.#signal = signal;
  }

  /**
   * Runs the work for a request.
   *
   * @param request the client's
   * @param work responds
   * @param failed responds to an error of the work; `undefined` rethrows it
   */
  async run(
    request: Request,
    work: () => MaybePromise<Response | undefined>,
    failed: (error: unknown) => Response | undefined,
  ): Promise<Response | undefined> {
    const controller = new AbortController();
    const unwatch = this.#watch.watch(request, () => controller.abort(clientLeft()));
    try {
      return await this.#signal.run({ request, signal: controller.signal }, work);
    } catch (error) {
      if (controller.signal.aborted) return new Response(null, { status: clientClosedRequest });
      const response = failed(error);
      if (response === undefined) throw error;
      return response;
    } finally {
      unwatch();
    }
  }

  /** Ends the watch, once the last request has its response. */
  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]();
  }
}

function clientLeft(): DOMException {
  return new DOMException("The client left before it got a response", "AbortError");
}
