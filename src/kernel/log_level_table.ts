import type { LogLevel } from "./logger.ts";

/** Levels by category; the longest dotted prefix of a category decides, `""` is the root. */
export type LogLevels = Readonly<Record<string, LogLevel>>;

/**
 * Called after the level of a category was changed.
 *
 * @param category the category, `""` for the root
 * @param level the new level; `undefined` if it was reset to the level of its prefix or to the initial one
 */
export type LogLevelListener = (category: string, level: LogLevel | undefined) => void;

/** Maximum number of categories that are remembered and that may have a level of their own. */
const maxCategories = 1_000;

/**
 * The levels of log categories, which may change while the application runs. The class is its own identifier in the
 * container, if the application uses the framework's logger.
 *
 * @example
 * ```ts
 * import { createApp, createContainer, LogLevelTable, Logger } from "@espalier/espalier";
 *
 * await using app = await createApp(createContainer());
 * app.container.get(LogLevelTable).set("shop.orders", "DEBUG");
 * console.log(app.container.get(Logger).forCategory("shop.orders.prices").isEnabled("DEBUG")); // true
 * ```
 */
export class LogLevelTable {
  readonly #levels: Map<string, LogLevel>;
  readonly #initialRoot: LogLevel;
  readonly #categories = new Set<string>();
  readonly #listeners = new Set<LogLevelListener>();
  #version = 0;

  /**
   * Creates the table.
   *
   * @param levels the levels at the start, for example `{ "": "INFO", "espalier.graphql": "DEBUG" }`
   */
  constructor(levels: LogLevels) {
    this.#levels = new Map(Object.entries(levels));
    this.#initialRoot = levels[""] ?? "INFO";
    this.#levels.set("", this.#initialRoot);
  }

  /** Incremented by each change; loggers look their level up again when it differs. */
  get version(): number {
    return this.#version;
  }

  /** The categories that loggers were created for or that have a level, without the root. */
  get categories(): string[] {
    return [...new Set([...this.#categories, ...this.#levels.keys()])].filter((name) => name !== "").sort();
  }

  /** Remembers a category, so that operators see it; the first 1,000 are. */
  remember(category: string): void {
    if (this.#categories.size < maxCategories) this.#categories.add(category);
  }

  /** The category's explicit level; `undefined` if it inherits that of a prefix. */
  configured(category: string): LogLevel | undefined {
    return this.#levels.get(category);
  }

  /** The level that applies to a category. */
  effective(category: string): LogLevel {
    for (let name = category; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
      const level = this.#levels.get(name);
      if (level !== undefined) return level;
    }
    return this.#levels.get("")!;
  }

  /**
   * Changes the level of a category and of the categories below it that have no explicit level.
   *
   * @param category the category, `""` for the root
   * @param level the level; `undefined` resets the category to that of its prefix, the root to its initial one
   * @throws RangeError if 1,000 other categories have an explicit level
   */
  set(category: string, level: LogLevel | undefined): void {
    const next = level ?? (category === "" ? this.#initialRoot : undefined);
    if (next === undefined) this.#levels.delete(category);
    else {
      if (!this.#levels.has(category) && this.#levels.size >= maxCategories) {
        throw new RangeError(`Cannot set the level of category "${category}" as ${maxCategories} others have one`);
      }
      this.#levels.set(category, next);
    }
    this.#version++;
    for (const listener of this.#listeners) listener(category, level);
  }

  /**
   * Calls a listener after each change.
   *
   * @param listener is called with the category and its new level
   * @returns removes the listener
   */
  onChange(listener: LogLevelListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
