/** The feature that binds a contract, by the contract's name. */
const featureOf: ReadonlyMap<string, string> = new Map([
  ["Database", "data()"],
  ["Transactions", "data()"],
  ["ApplicationEvents", "events()"],
  ["EventPublications", "eventPublications()"],
  ["GraphQlSource", "graphql()"],
  ["ExecutionGraphQlService", "graphql()"],
  ["ApplicationAvailability", "actuator()"],
  ["Tracing", "tracing()"],
]);

/**
 * Describes why a step of start-up failed. Container errors about missing, repeated and circular bindings are described
 * with a remedy; the original message remains in the error.
 *
 * @param cause the exception of the step
 */
export function explainFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const [, circle] = /^Circular dependency found: (.+)$/.exec(cause.message) ?? [];
  if (circle !== undefined) return explainCircle(circle.split(" -> ").map(plain));
  const [, problem, service] = /^(No|Ambiguous) bindings found for service: "(.+?)"\./.exec(cause.message) ?? [];
  if (problem === undefined || service === undefined) return cause.message;
  const [, asker] = /Trying to resolve bindings for "(.+?)"\.$/m.exec(cause.message) ?? [];
  const name = plain(service);
  const neededBy = asker === undefined || asker.endsWith("(Root service)") ? "" : `, which "${plain(asker)}" needs`;
  if (problem === "Ambiguous") {
    return `"${name}"${neededBy}${neededBy === "" ? "" : ","} is bound more than once: bind it once, or rebind it`;
  }
  const feature = featureOf.get(name);
  const remedy = feature === undefined ? "bind it in a ContainerModule" : `install ${feature}`;
  return `nothing is bound for "${name}"${neededBy}: ${remedy}`;
}

/** @param path the dependency path, which ends with the first repeated bean */
function explainCircle(path: readonly string[]): string {
  const name = path.at(-1)!;
  return `"${name}" is made from itself, ${path.slice(path.indexOf(name)).join(" -> ")}: let one of them do without ` +
    "the next, or move what both need into a bean of its own";
}

/** The name of a contract, without the decoration of a token. */
function plain(service: string): string {
  return /^Symbol\((.*)\)$/.exec(service)?.[1] ?? service;
}
