import { describeValue, type Health, type HealthContributor, type Logger } from "../../kernel/mod.ts";
import { askContributor } from "./ask_contributor.ts";
import type { ProcessesContributor } from "./processes_contributor.ts";

/** What a {@linkcode HealthContributorRegistry} works with. */
export interface HealthContributorRegistryParts {
  /** Added while several processes serve, unless the application has a contributor of the same name. */
  readonly processes: ProcessesContributor;
  /** Maximum time of one contributor, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives failures of contributors. */
  readonly logger: Logger;
}

/** The health contributors by name. The class is its own identifier in the container. */
export class HealthContributorRegistry {
  readonly #contributors: ReadonlyMap<string, HealthContributor>;
  readonly #processes: ProcessesContributor;
  readonly #timeoutMs: number;
  readonly #logger: Logger;
  readonly #pending = new Map<string, Promise<Health>>();

  /**
   * Checks the names of the contributors.
   *
   * @param contributors all installed contributors
   * @param parts the built-in contributor and how contributors are called
   * @throws TypeError when two contributors have one name, or a name is missing or has a slash, which leads to parts
   */
  constructor(
    contributors: readonly HealthContributor[],
    { processes, timeoutMs, logger }: HealthContributorRegistryParts,
  ) {
    const known = new Map<string, HealthContributor>();
    for (const contributor of contributors) {
      const { name } = contributor;
      if (typeof name !== "string" || name === "" || name.includes("/")) {
        throw new TypeError(
          `Cannot install a health contributor as its name must be a text without a slash: current value is ${
            describeValue(name)
          }`,
        );
      }
      if (known.has(name)) {
        throw new TypeError(`Cannot install two health contributors of one name: current value is "${name}"`);
      }
      known.set(name, contributor);
    }
    this.#contributors = known;
    this.#processes = processes;
    this.#timeoutMs = timeoutMs;
    this.#logger = logger.forCategory("espalier.actuator.health");
  }

  /** The names of all contributors; `processes` comes and goes with the further processes. */
  get names(): readonly string[] {
    const names = [...this.#contributors.keys()];
    const { name, isPresent } = this.#processes;
    return isPresent && !this.#contributors.has(name) ? [...names, name] : names;
  }

  /** The names that a group may use: the contributors, each followed by its declared parts. */
  get paths(): readonly string[] {
    return [...this.#contributors.values()].flatMap(({ name, parts = [] }) => [
      name,
      ...new Set(parts.flatMap(withParents).map((part) => `${name}/${part}`)),
    ]);
  }

  /**
   * Asks a contributor. Requests that come at the same time share one answer: asking costs the database a query.
   *
   * @param name one of the names
   */
  ask(name: string): Promise<Health> {
    const pending = this.#pending.get(name);
    if (pending !== undefined) return pending;
    const contributor = this.#contributors.get(name) ?? this.#processes;
    const asked = askContributor(contributor, { timeoutMs: this.#timeoutMs, logger: this.#logger })
      .finally(() => this.#pending.delete(name));
    this.#pending.set(name, asked);
    return asked;
  }
}

/** The parts that a path leads through: `a`, `a/b`. */
function withParents(path: string): string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
