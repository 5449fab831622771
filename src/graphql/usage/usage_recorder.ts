import type { ExecutionResult } from "../../../deps.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { ExecuteOperationParameters, Instrumentation, PhaseEnd } from "../execution/mod.ts";
import {
  ClientNames,
  type WebGraphQlChain,
  type WebGraphQlInterceptor,
  type WebGraphQlRequest,
  type WebGraphQlResponse,
} from "../interception/mod.ts";
import type { UsageReport } from "./usage_report.ts";

/** The key of the client's name in the context of a request. */
const clientKey = Symbol("espalier.usage.client");

/** Counts the executions of an application's GraphQL operations in a report. */
export class UsageRecorder implements Instrumentation, WebGraphQlInterceptor {
  readonly #report: UsageReport;
  readonly #clients = new ClientNames();

  /** @param report counts the executions */
  constructor(report: UsageReport) {
    this.#report = report;
  }

  intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse> {
    request.graphQlContext.put(clientKey, this.#clients.of(request.headers));
    return next(request);
  }

  beginExecuteOperation(parameters: ExecuteOperationParameters): PhaseEnd<ExecutionResult> {
    const { input, schema, operation } = parameters;
    const startedAt = performance.now();
    return (result) =>
      this.#report.add({
        document: parameters.document,
        schema,
        operation: operation.name,
        client: input.graphQlContext.get<string>(clientKey) ?? "_LOCAL",
        durationMs: performance.now() - startedAt,
        hasErrors: result === undefined || (result.errors?.length ?? 0) > 0,
      });
  }
}
