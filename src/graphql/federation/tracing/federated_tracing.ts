import type { Instrumentation, InstrumentationParameters } from "../../execution/mod.ts";
import type { WebGraphQlInterceptor } from "../../interception/mod.ts";
import type { DataFetcher } from "../../wiring/mod.ts";
import { type EncodedTrace, FederatedTrace } from "./federated_trace.ts";

/** The parts of federated tracing: one reads the header, the other records the fields. */
export interface FederatedTracing {
  readonly interceptor: WebGraphQlInterceptor;
  readonly instrumentation: Instrumentation;
}

/** Encodes traces as gateways read them. */
export type TraceEncoder = (trace: EncodedTrace) => Uint8Array;

/**
 * Creates tracing in the format ftv1. Requests without the header are not traced.
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

/** Omits the batch function of the wrapped fetcher: an engine would call it and bypass the tracing. */
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
