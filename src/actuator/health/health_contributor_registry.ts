import { describeValue, type Health, type HealthContributor, type Logger } from "../../kernel/mod.ts";
import { askContributor } from "./ask_contributor.ts";
import { ProcessesContributor } from "./processes_contributor.ts";

/** The contributors by name, and how they are asked. The class is its own identifier in the container. */
export class HealthContributorRegistry {
  readonly #contributors: ReadonlyMap<string, HealthContributor>;
  readonly #timeoutMs: number;
  readonly #logger: Logger;
  readonly #pending = new Map<string, Promise<Health>>();

  /**
   * Checks the names of the contributors.
   *
   * @param contributors all that are installed
   * @param timeoutMs how long one may take, in milliseconds
   * @param logger for those that fail
   * @throws TypeError when two contributors have one name, or a name is missing or has a slash, which leads to parts
   */
  constructor(contributors: readonly HealthContributor[], timeoutMs: number, logger: Logger) {
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
    this.#timeoutMs = timeoutMs;
    this.#logger = logger.forCategory("espalier.actuator.health");
  }

  /** The names of all contributors. */
  get names(): readonly string[] {
    return [...this.#contributors.keys()];
  }

  /** What a group may name: the contributors, each followed by the parts that it says it has. */
  get paths(): readonly string[] {
    return [...this.#contributors.values()].filter(isPresent).flatMap(({ name, parts = [] }) => [
      name,
      ...new Set(parts.flatMap(withParents).map((part) => `${name}/${part}`)),
    ]);
  }

  /** Whether a contributor has something to say. */
  isPresent(name: string): boolean {
    return isPresent(this.#contributors.get(name)!);
  }

  /**
   * Asks a contributor. Requests that come at the same time share one answer: asking costs the database a query.
   *
   * @param name one of the names
   */
  ask(name: string): Promise<Health> {
    const pending = this.#pending.get(name);
    if (pending !== undefined) return pending;
    const asked = askContributor(this.#contributors.get(name)!, { timeoutMs: this.#timeoutMs, logger: this.#logger })
      .finally(() => this.#pending.delete(name));
    this.#pending.set(name, asked);
    return asked;
  }
}

function isPresent(contributor: HealthContributor): boolean {
  return !(contributor instanceof ProcessesContributor) || contributor.isPresent;
}

/** The parts that a path leads through: `a`, `a/b`. */
function withParents(path: string): string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
