/** One way into an application, and what it requires. */
export interface WayIn {
  /** What kind it is: a route, a field of a root type, a field with a rule of its own, a collection's operation, rows, a property. */
  readonly kind: "route" | "query" | "mutation" | "subscription" | "field" | "operation" | "rows" | "property";
  /** `Mutation.cancel`, `/orders`, `delete orders`. */
  readonly name: string;
  /** What the rules require, such as `scope "orders:write"`; absent where no rule is about it. */
  readonly requires?: string | undefined;
  /** Path of the route by which it is reached, whose rule holds where it has none of its own. */
  readonly path?: string;
}

/**
 * Lists the ways into an application while it starts. The class is its own identifier in the container; it is bound where
 * `security()` is installed.
 */
export class AccessReport {
  readonly #ways: WayIn[] = [];

  /** Adds ways in. */
  add(...ways: readonly WayIn[]): void {
    this.#ways.push(...ways);
  }

  /**
   * Replaces the ways of some kinds: a schema that was reloaded has others.
   *
   * @param kinds which ways are removed
   * @param ways the ways that there are now
   */
  replace(kinds: readonly WayIn["kind"][], ways: readonly WayIn[]): void {
    const others = this.#ways.filter(({ kind }) => !kinds.includes(kind));
    this.#ways.splice(0, this.#ways.length, ...others, ...ways);
  }

  /** All ways in, in the order in which they were found. */
  get ways(): readonly WayIn[] {
    const routes = new Map(
      this.#ways.filter(({ kind }) => kind === "route").map((route) => [route.name, route.requires]),
    );
    return this.#ways.map((way) =>
      way.path === undefined || way.requires !== undefined ? way : { ...way, requires: routes.get(way.path) }
    );
  }

  /** Those that no rule is about. */
  get unguarded(): readonly WayIn[] {
    return this.ways.filter(({ requires }) => requires === undefined);
  }
}
