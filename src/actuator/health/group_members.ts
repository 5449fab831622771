import type { Health } from "../../kernel/mod.ts";
import type { HealthGroup } from "./health_group.ts";
import type { StatusAggregator } from "./status_aggregator.ts";

/** The contributors, and parts of contributors, of a group: a name includes everything below it. */
export class GroupMembers {
  readonly #include: readonly string[];
  readonly #exclude: readonly string[];
  readonly #aggregator: StatusAggregator;

  /**
   * @param group names the members
   * @param aggregator computes the status of the selected parts of a contributor
   */
  constructor({ include, exclude = [] }: HealthGroup, aggregator: StatusAggregator) {
    this.#include = include;
    this.#exclude = exclude;
    this.#aggregator = aggregator;
  }

  /**
   * Whether a contributor or a part of it belongs to the group.
   *
   * @param name the contributor's
   */
  has(name: string): boolean {
    return !covers(this.#exclude, name) && (covers(this.#include, name) || reachesBelow(this.#include, name));
  }

  /**
   * Selects the parts of a health that belong to the group.
   *
   * @param health the health of a contributor or of a part
   * @param path its path: `"db"`, `"db/primary"`
   * @returns the health itself if all of it belongs to the group; `undefined` if none of it does
   */
  partOf(health: Health, path: string): Health | undefined {
    if (covers(this.#exclude, path)) return undefined;
    const isIncluded = covers(this.#include, path);
    if (isIncluded && !reachesBelow(this.#exclude, path)) return health;
    if (!isIncluded && !reachesBelow(this.#include, path)) return undefined;
    // What fails as a whole can't tell of its parts, and none of them is well.
    if (health.components === undefined) return health;
    const components = Object.entries(health.components).flatMap(([name, part]) => {
      const left = this.partOf(part, `${path}/${name}`);
      return left === undefined ? [] : [[name, left] as const];
    });
    if (components.length === 0) return undefined;
    const status = this.#aggregator.aggregate(components.map(([, part]) => part.status));
    return { status, components: Object.fromEntries(components) };
  }
}

function covers(names: readonly string[], path: string): boolean {
  return names.some((name) => name === "*" || name === path || path.startsWith(`${name}/`));
}

function reachesBelow(names: readonly string[], path: string): boolean {
  return names.some((name) => name.startsWith(`${path}/`));
}
