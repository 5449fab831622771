import { AccessDeniedError, AuthenticationError, inRootContext } from "../../context/mod.ts";
import { problem } from "../../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest, EspalierProperties, Logger } from "../../kernel/mod.ts";
import { isAuthorized } from "../authorized.ts";
import { afterOthers } from "./after_others.ts";

const headers = {
  "content-type": "application/octet-stream",
  "content-disposition": 'attachment; filename="espalier.heapsnapshot"',
};

/**
 * `/actuator/heapdump`: a snapshot of V8's heap, which the developer tools of browsers open. It holds every secret of the
 * process: it is off unless `actuator.heapDump` is set, and needs an authorized caller.
 */
export class HeapDumpEndpoint implements ActuatorEndpoint {
  readonly id = "heapdump";
  readonly order = afterOthers;
  readonly #properties: EspalierProperties;
  readonly #logger: Logger;
  #isBusy = false;

  /**
   * @param properties whose `actuator.roles` may fetch snapshots
   * @param logger reports each snapshot
   */
  constructor(properties: EspalierProperties, logger: Logger) {
    this.#properties = properties;
    this.#logger = logger.forCategory("espalier.actuator");
  }

  async handle({ request, path, caller }: ActuatorRequest): Promise<Response | undefined> {
    const { heapDump, roles } = this.#properties.actuator;
    if (path !== "" || !heapDump) return undefined;
    if (caller === undefined) throw new AuthenticationError("A heap snapshot needs an authenticated caller");
    if (!isAuthorized(caller, roles)) throw new AccessDeniedError("A heap snapshot needs one of actuator.roles");
    if (request.method === "HEAD") return new Response(null, { headers });
    if (this.#isBusy) {
      const detail = "Another snapshot of the heap is being sent";
      return problem({ status: 503, detail, headers: { "retry-after": "10" } });
    }
    this.#isBusy = true;
    try {
      this.#logger.warn("Sending a snapshot of the heap", { caller: caller.name });
      return new Response(await this.#snapshot(), { headers });
    } catch (error) {
      this.#isBusy = false;
      throw error;
    }
  }

  async #snapshot(): Promise<ReadableStream<Uint8Array>> {
    const { default: v8 } = await inRootContext(() => import("node:v8"));
    const chunks = v8.getHeapSnapshot()[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    const end = () => {
      this.#isBusy = false;
    };
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      },
      async cancel() {
        end();
        await chunks.return?.();
      },
    }, { highWaterMark: 0 });
  }
}
