import type { ExportableRepository } from "./repository_export.ts";
import type { RequestSignal } from "./request_signal.ts";

/** The methods that requests call; each takes its subject, then options. */
const methods = ["findById", "findAllById", "findAll", "existsById", "save", "delete", "deleteById"] as const;

type Method = (subject: unknown, options?: object) => Promise<unknown>;

/**
 * Creates a proxy of a repository whose methods get the signal of the current request.
 *
 * @param repository the bean; the proxy has the same methods
 * @param signal the current request's
 */
export function requestRepository(
  repository: ExportableRepository<object>,
  signal: RequestSignal,
): ExportableRepository<object> {
  // The methods have different first parameters, which are passed unchanged.
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
