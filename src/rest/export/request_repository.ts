import type { ExportableRepository } from "./repository_export.ts";
import type { RequestSignal } from "./request_signal.ts";

/** The methods that are called for requests; each takes what it works on, and then options. */
const methods = ["findById", "findAllById", "findAll", "existsById", "save", "delete", "deleteById"] as const;

type Method = (subject: unknown, options?: object) => Promise<unknown>;

/**
 * Creates a view of a repository whose methods pass the signal of the current request on.
 *
 * @param repository the bean; what it lacks, the view lacks
 * @param signal the current request's
 */
export function requestRepository(
  repository: ExportableRepository<object>,
  signal: RequestSignal,
): ExportableRepository<object> {
  // The methods differ in what they work on, which is passed on as it is.
  const source = repository as unknown as Record<string, Method | undefined>;
  const calls = methods.filter((name) => typeof source[name] === "function").map((name) => {
    const call: Method = (subject, options) =>
      source[name]!.call(repository, subject, { ...options, ...signal.options });
    return [name, call];
  });
  return {
    entityType: repository.entityType,
    ...(repository.transactions === undefined ? {} : { transactions: repository.transactions }),
    ...Object.fromEntries(calls),
  } as ExportableRepository<object>;
}
