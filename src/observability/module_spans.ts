import type { InstalledModule, Lifecycle, ModuleCall, ModuleCallInterceptor } from "../kernel/mod.ts";
import { whenComplete } from "../modulith/mod.ts";
import type { Tracing } from "./tracing.ts";

/** The collaborators of {@linkcode ModuleSpans}. */
export interface ModuleSpansParts {
  /** Starts the spans. */
  readonly tracing: Tracing;
  /** Prefix of the module's name; `""` for none. */
  readonly serviceName: string;
  /** Calls during start-up and shutdown, which create and destroy beans, are not traced. */
  readonly lifecycle: Lifecycle;
  /** Whether the current module is also tracked in unrecorded traces, as metrics need. */
  readonly isModuleFollowed: boolean;
}

/** Records a span for each call from one application module into another. */
export class ModuleSpans implements ModuleCallInterceptor {
  readonly #tracing: Tracing;
  readonly #serviceName: string;
  readonly #lifecycle: Lifecycle;
  readonly #isModuleFollowed: boolean;

  /** @param parts tracing, the service's name, the application's state */
  constructor({ tracing, serviceName, lifecycle, isModuleFollowed }: ModuleSpansParts) {
    this.#tracing = tracing;
    this.#serviceName = serviceName;
    this.#lifecycle = lifecycle;
    this.#isModuleFollowed = isModuleFollowed;
  }

  isIdle(): boolean {
    return !this.#isModuleFollowed && this.#tracing.isUnsampled();
  }

  intercept(call: ModuleCall, proceed: () => unknown): unknown {
    const tracing = this.#tracing;
    const { state } = this.#lifecycle;
    if (state === "starting" || state === "stopped" || tracing.isUnsampled()) return proceed();
    const { span, context } = tracing.startSpan(this.#nameOf(call.module), {
      module: call.module.identifier,
      describe: () => attributesOf(call),
    });
    // A trace that begins with this call may be unsampled.
    if (!span.isRecording()) return tracing.with(context, proceed);
    const end = (failure?: { readonly error: unknown }) => {
      if (failure !== undefined) tracing.recordFailure(span, failure.error);
      // The event names that Spring Modulith uses for the outcome of a call.
      span.addEvent(failure === undefined ? "event.publication.success" : "event.publication.failure");
      span.end();
    };
    try {
      return whenComplete(tracing.with(context, proceed), end);
    } catch (error) {
      end({ error });
      throw error;
    }
  }

  #nameOf({ displayName }: InstalledModule): string {
    return this.#serviceName === "" ? displayName : `[${this.#serviceName}] ${displayName}`;
  }
}

function attributesOf({ module, method, type, invocation }: ModuleCall): Record<string, string> {
  return {
    "module.key": module.identifier,
    "module.identifier": module.identifier,
    "module.name": module.displayName,
    "module.method": method,
    "module.invocation-type": invocation,
    "code.function.name": `${type}.${method}`,
  };
}
