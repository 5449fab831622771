/** One access point of an application, and its access rule. */
export interface WayIn {
  /**
   * The kind: a route, a field of a root type, another field with its own rule, a collection's operation, rows, a
   * property.
   */
  readonly kind: "route" | "query" | "mutation" | "subscription" | "field" | "operation" | "rows" | "property";
  /** `Mutation.cancel`, `/orders`, `delete orders`. */
  readonly name: string;
  /** The requirement of the rules, such as `scope "orders:write"`; absent if no rule applies. */
  readonly requires?: string | undefined;
  /** Path of the route that serves it; the route's rule applies if it has no rule itself. */
  readonly path?: string;
}

/**
 * Collects the access points of an application during start-up. The class is its own identifier in the container; it is
 * bound where
 * `security()` is installed.
 */
export class AccessReport {
  readonly #ways: WayIn[] = [];

  /** Adds ways in. */
  add(...ways: readonly WayIn[]): void {
    this.#ways.push(...ways);
  }

  /**
   * Replaces the access points of some kinds, for example after the schema was reloaded.
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

  /** The access points without a rule. */
  get unguarded(): readonly WayIn[] {
    return this.ways.filter(({ requires }) => requires === undefined);
  }
}
