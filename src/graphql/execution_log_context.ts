import { AsyncLocalStorage } from "node:async_hooks";
import type { Container } from "../../deps.ts";
import { EspalierProperties, LogContext, type LogFields } from "../kernel/mod.ts";
import { Instrumentation, type InstrumentationParameters } from "./execution/mod.ts";

/** Puts the id of the execution at hand on log lines, those of the application's own code included. */
class ExecutionLogContext implements Instrumentation {
  readonly #executionId = new AsyncLocalStorage<string>();

  /** What a line says; nothing outside of executions. */
  get fields(): LogFields | undefined {
    const executionId = this.#executionId.getStore();
    return executionId === undefined ? undefined : { executionId };
  }

  runExecution<R>({ input: { executionId } }: InstrumentationParameters, execute: () => R): R {
    return executionId === undefined ? execute() : this.#executionId.run(executionId, execute);
  }
}

/**
 * Installs the id of the execution in the log's context, where `logging.executionId` asks for it.
 *
 * @param container the application's container, before its source is built
 */
export function provideExecutionLogContext(container: Container): void {
  if (!container.get(EspalierProperties).logging.executionId) return;
  const context = new ExecutionLogContext();
  container.get(LogContext).contribute(() => context.fields);
  container.bind(Instrumentation).toConstantValue(context);
}
