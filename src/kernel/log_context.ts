import type { LogFields } from "./logger.ts";
import type { LogRecord, LogSink } from "./log_record.ts";

/** Supplies fields about the current work, such as the request, to log lines. */
export type LogContextSupplier = () => LogFields | undefined;

/**
 * Fields that accompany every log line: the trace id, the execution id, or facts that the application has about the
 * request
 * at hand. The class is its own identifier in the container.
 *
 * @example
 * ```ts
 * import { AsyncLocalStorage } from "node:async_hooks";
 * import { LogContext } from "@espalier/espalier";
 *
 * const tenant = new AsyncLocalStorage<string>();
 * const context = new LogContext(); // an application's own is `container.get(LogContext)`
 * context.contribute(() => ({ tenant: tenant.getStore() }));
 * tenant.run("acme", () => console.log(context.fields())); // { tenant: "acme" }
 * ```
 */
export class LogContext {
  readonly #suppliers: LogContextSupplier[] = [];
  /** Suppliers whose failure was reported: they are called for every line, but reported once. */
  readonly #reported = new Set<LogContextSupplier>();

  /**
   * Adds fields to every line from now on.
   *
   * @param supplier called for each line that is written; it must be quick and must not log
   */
  contribute(supplier: LogContextSupplier): void {
    this.#suppliers.push(supplier);
  }

  /** The current fields; those that are `undefined` are omitted. */
  fields(): LogFields {
    return this.#fields(() => {});
  }

  #fields(onFailure: (supplier: LogContextSupplier, error: unknown) => void): LogFields {
    const fields: Record<string, unknown> = {};
    for (const supplier of this.#suppliers) {
      try {
        for (const [name, value] of Object.entries(supplier() ?? {})) if (value !== undefined) fields[name] = value;
      } catch (error) {
        onFailure(supplier, error);
      }
    }
    return fields;
  }

  /**
   * Makes a sink that adds the fields of the moment to each line; a line's own fields win. A supplier that throws is
   * reported once, and its fields are omitted.
   *
   * @param sink receives the completed lines
   */
  completing(sink: LogSink): LogSink {
    return (record) => {
      if (this.#suppliers.length === 0) return sink(record);
      const fields = this.#fields((supplier, error) => this.#report(supplier, error, { record, sink }));
      sink({ ...record, fields: { ...fields, ...record.fields } });
    };
  }

  #report(
    supplier: LogContextSupplier,
    error: unknown,
    { record, sink }: { readonly record: LogRecord; readonly sink: LogSink },
  ): void {
    if (this.#reported.has(supplier)) return;
    this.#reported.add(supplier);
    const message = "A supplier of log context failed: its fields are omitted";
    sink({ time: record.time, level: "ERROR", category: "espalier.logging", message, fields: { error } });
  }
}
