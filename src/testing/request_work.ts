import { ContainerModule } from "../../deps.ts";
import { StatementListener } from "../data/mod.ts";
import {
  type BatchedDataFetcher,
  BatchLoaderRegistry,
  type DataFetcher,
  DefaultBatchLoaderRegistry,
  Instrumentation,
  type InstrumentedField,
  withWrappedBatch,
} from "../graphql/mod.ts";
import { ContainerPreparation } from "../kernel/mod.ts";

/** The batches and SQL statements that a request caused. */
export interface RequestWork<T> {
  /** The result of the measured work. */
  readonly result: T;
  /**
   * Each call of a batch function: the loader's name (`"Author"`) or the field's (`"Book.author"`), and the number of
   * keys.
   */
  readonly batches: readonly { readonly name: string; readonly size: number }[];
  /** The SQL statements, in order. */
  readonly statements: readonly string[];
}

/**
 * Counts batches and SQL statements, for tests that hold a request to few of them. The class is its own identifier in
 * the container; {@linkcode recordWork} binds it.
 */
export class WorkRecorder implements Instrumentation {
  #batches: { name: string; size: number }[] = [];
  #statements: string[] = [];

  /**
   * Counts the batches and SQL statements that a function causes. Concurrent work would be counted too.
   *
   * @param work for example a request of a tester
   */
  async during<T>(work: () => T | Promise<T>): Promise<RequestWork<T>> {
    this.#batches = [];
    this.#statements = [];
    const result = await work();
    return { result, batches: this.#batches, statements: this.#statements };
  }

  /** Records a call of a batch function. */
  batch(name: string, size: number): void {
    this.#batches.push({ name, size });
  }

  /** Records an SQL statement. */
  statement(text: string): void {
    this.#statements.push(text);
  }

  instrumentDataFetcher(fetcher: DataFetcher, { typeName, fieldName }: InstrumentedField): DataFetcher {
    if ((fetcher as Partial<BatchedDataFetcher>).batch === undefined) return fetcher;
    return withWrappedBatch(fetcher as BatchedDataFetcher, (batch) => (sources, args, environment) => {
      this.batch(`${typeName}.${fieldName}`, sources.length);
      return batch(sources, args, environment);
    });
  }
}

/**
 * Counts batches and SQL statements: load it in addition to the features.
 *
 * @example
 * ```ts
 * import { createApp, createContainer, data } from "@espalier/espalier";
 * import { Database } from "@espalier/espalier/data";
 * import { recordWork, WorkRecorder } from "@espalier/espalier/testing";
 *
 * await using app = await createApp(createContainer(data(), recordWork()));
 * const recorder = app.container.get(WorkRecorder);
 * const { statements } = await recorder.during(() => app.container.get(Database).execute("select 1"));
 * console.log(statements); // ["select 1"]
 * ```
 */
export function recordWork(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    const recorder = new WorkRecorder();
    bind(WorkRecorder).toConstantValue(recorder);
    bind(Instrumentation).toConstantValue(recorder);
    bind(StatementListener).toConstantValue((text) => recorder.statement(text));
    bind(ContainerPreparation).toConstantValue({
      name: "testing: count batches",
      prepare: (container) =>
        container.onActivation(BatchLoaderRegistry, (_, registry) => {
          if (registry instanceof DefaultBatchLoaderRegistry) countLoads(registry, recorder);
          return registry;
        }),
    });
  });
}

function countLoads(registry: DefaultBatchLoaderRegistry, recorder: WorkRecorder): void {
  registry.instrumentLoaders((name, load) => (keys, environment) => {
    recorder.batch(name, keys.length);
    return load(keys, environment);
  });
}
