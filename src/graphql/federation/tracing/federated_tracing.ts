import type { Instrumentation, InstrumentationParameters } from "../../execution/mod.ts";
import type { WebGraphQlInterceptor } from "../../interception/mod.ts";
import type { DataFetcher } from "../../wiring/mod.ts";
import { type EncodedTrace, FederatedTrace } from "./federated_trace.ts";

/** The parts of federated tracing: one sees the header, the other the fields. */
export interface FederatedTracing {
  readonly interceptor: WebGraphQlInterceptor;
  readonly instrumentation: Instrumentation;
}

/** Encodes traces as gateways read them. */
export type TraceEncoder = (trace: EncodedTrace) => Uint8Array;

/**
 * Makes tracing in the format ftv1. A request without the header is executed as if there were none.
 *
 * @param encode writes the protocol buffer
 */
export function federatedTracing(encode: TraceEncoder): FederatedTracing {
  return {
    interceptor: {
      intercept: (request, next) => {
        if (request.headers.get("apollo-federation-include-trace") === "ftv1") {
          request.graphQlContext.put(FederatedTrace, new FederatedTrace());
        }
        return next(request);
      },
    },
    instrumentation: {
      instrumentDataFetcher: traced,
      instrumentExecutionResult: (result, { input }: InstrumentationParameters) => {
        const trace = input.graphQlContext.get<FederatedTrace>(FederatedTrace);
        if (trace === undefined) return result;
        const ftv1 = encode(trace.end(result.errors ?? [])).toBase64();
        return { ...result, extensions: { ...result.extensions, ftv1 } };
      },
    },
  };
}

/** Without the batch function of the fetcher inside: an engine would call that for many sources, past this. */
function traced(fetcher: DataFetcher): DataFetcher {
  return (environment) => {
    const trace = environment.graphQlContext.get<FederatedTrace>(FederatedTrace);
    if (trace === undefined) return fetcher(environment);
    const end = trace.begin(environment.info);
    let value: unknown;
    try {
      value = fetcher(environment);
    } catch (error) {
      end();
      throw error;
    }
    if (value instanceof Promise) value.then(end, end);
    else end();
    return value;
  };
}
