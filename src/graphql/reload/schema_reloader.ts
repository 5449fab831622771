import { findBreakingChanges } from "../../../deps.ts";
import type { VisibilityProfiles } from "../../context/mod.ts";
import type { Logger } from "../../kernel/mod.ts";
import type { BuiltGraphQlSource } from "../execution/mod.ts";
import { coordinatesOf } from "../execution/mod.ts";
import type { CurrentGraphQlSource } from "./current_source.ts";

/** What a reload changed. */
export interface SchemaReload {
  /** Number of the schema that is in use now; 1 is that of the start. */
  readonly generation: number;
  /** Changes that may break clients, as graphql-js describes them. */
  readonly breakingChanges: readonly string[];
}

/** What a {@linkcode SchemaReloader} works with. */
export interface SchemaReloaderParts {
  /** What is reloaded; absent where the application brought a source of its own. */
  readonly reloaded: ReloadedSource | undefined;
  /** Profiles that hide parts of the schema. */
  readonly profiles: VisibilityProfiles | undefined;
  /** Tells of reloads, and of changes that may break clients. */
  readonly logger: Logger;
}

/** A source that can be replaced. */
export interface ReloadedSource {
  /** The source in use. */
  readonly source: CurrentGraphQlSource;
  /** Builds a source of what the schema resources hold now. */
  readonly build: () => Promise<PreparedSource>;
}

/** A source that was built and is not used yet. */
export interface PreparedSource {
  readonly source: BuiltGraphQlSource;
  /** Is called when the source is used. */
  readonly use: () => void;
  /** Is called when it is not. */
  readonly drop: () => void;
}

/** Says why a changed schema is not used. */
export class SchemaReloadError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "SchemaReloadError";

  /**
   * Creates the error.
   *
   * @param generation number of the schema that stays in use
   * @param cause what is wrong with the changed one
   */
  constructor(generation: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot reload the schema, generation ${generation} stays in use: ${reason}`, { cause });
  }
}

/**
 * Reads the schema resources of a running application again and executes new operations by them. The class is the
 * identifier of the bean.
 *
 * Operations and subscriptions that run go on with the schema in which they began. The code behind the schema stays: a new
 * field reads a property, or is one that a controller maps already.
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql } from "@espalier/espalier";
 * import { SchemaReloader } from "@espalier/espalier/graphql";
 *
 * let text = "type Query { greeting: String }";
 * const schema = { description: "remote schema", text: () => text };
 * await using app = await createApp(createContainer(graphql({ schema: [schema] })));
 * text = "type Query { greeting: String! hello: String }";
 * const { generation, breakingChanges } = await app.container.get(SchemaReloader).reload();
 * console.log(generation, breakingChanges); // 2 []
 * ```
 */
export class SchemaReloader {
  readonly #parts: SchemaReloaderParts;
  /** The last reload that was asked for. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting: Promise<SchemaReload> | undefined;

  /**
   * Creates the reloader.
   *
   * @param parts the source in use, and what builds another one
   */
  constructor(parts: SchemaReloaderParts) {
    this.#parts = parts;
  }

  /** Number of the schema in use; 1 is that of the start. */
  get generation(): number {
    return this.#parts.reloaded?.source.generation ?? 1;
  }

  /**
   * Reads the schema again and uses it. Reloads run one after the other; calls that come while one runs share the next.
   *
   * @throws SchemaReloadError when the changed schema can't be used; the one in use stays
   */
  reload(): Promise<SchemaReload> {
    if (this.#waiting !== undefined) return this.#waiting;
    const next = this.#last.then(() => {
      this.#waiting = undefined;
      return this.#reload();
    });
    this.#waiting = next;
    this.#last = next.catch(() => {});
    return next;
  }

  async #reload(): Promise<SchemaReload> {
    const { reloaded, logger } = this.#parts;
    try {
      if (reloaded === undefined) throw new TypeError("the application binds a GraphQlSource of its own");
      const breakingChanges = await this.#replace(reloaded);
      logger.info(`Reloaded the GraphQL schema: generation ${this.generation}`);
      for (const change of breakingChanges) logger.warn(`The reloaded GraphQL schema may break clients: ${change}`);
      return { generation: this.generation, breakingChanges };
    } catch (cause) {
      throw new SchemaReloadError(this.generation, cause);
    }
  }

  async #replace({ source, build }: ReloadedSource): Promise<readonly string[]> {
    const { schema } = source;
    const prepared = await build();
    try {
      this.#check(source, prepared.source);
    } catch (error) {
      prepared.drop();
      throw error;
    }
    source.replace(prepared.source);
    prepared.use();
    return findBreakingChanges(schema, source.schema).map(({ description }) => description);
  }

  #check(current: BuiltGraphQlSource, next: BuiltGraphQlSource): void {
    if (current.graphQl.documents === next.graphQl.documents) {
      throw new TypeError(
        `"${next.graphQl.documents.constructor.name}" must be made for each engine, as it keeps documents that were ` +
          "validated against one schema: make it within configureGraphQl",
      );
    }
    this.#requireHidden(current, next);
  }

  /** A name that a profile hides must not get lost: what is called otherwise now would be visible. */
  #requireHidden(current: BuiltGraphQlSource, next: BuiltGraphQlSource): void {
    const { profiles } = this.#parts;
    if (profiles === undefined) return;
    const known = new Set(coordinatesOf(next.schema));
    for (const coordinates of coordinatesOf(current.schema)) {
      const profile = known.has(coordinates)
        ? undefined
        : profiles.names.find((name) => profiles.hides(name, coordinates));
      if (profile === undefined) continue;
      throw new TypeError(`profile "${profile}" hides "${coordinates}", which the schema must have`);
    }
  }
}
