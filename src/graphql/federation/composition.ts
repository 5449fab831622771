import { parse } from "../../../deps.ts";
import type { GraphQLError } from "../../../deps.ts";

/** A subgraph that takes part in a composition. */
export interface ComposedSubgraph {
  /** Its name in the supergraph. */
  readonly name: string;
  /** Its schema, as `_service { sdl }` returns it. */
  readonly sdl: string;
  /** The URL by which gateways reach it; empty by default. */
  readonly url?: string;
}

/** An error of a composition. */
export interface CompositionProblem {
  /** Code of the error, such as `INVALID_FIELD_SHARING`. */
  readonly code: string;
  /** Names the field or type, and the subgraphs. */
  readonly message: string;
  /** The remedy; absent if the message contains it. */
  readonly remedy?: string;
}

/** Thrown when subgraphs don't compose. */
export class CompositionError extends Error {
  /** All errors. */
  readonly problems: readonly CompositionProblem[];

  /**
   * Creates the error.
   *
   * @param names the names of the subgraphs
   * @param problems all errors
   */
  constructor(names: readonly string[], problems: readonly CompositionProblem[]) {
    const lines = problems.map(({ code, message, remedy }) =>
      `\n  ${message}${remedy === undefined ? "" : `\n    Change: ${remedy}`} (${code})`
    );
    super(`Cannot compose the subgraphs ${names.map((name) => `"${name}"`).join(", ")}:${lines.join("")}`);
    this.name = "CompositionError";
    this.problems = problems;
  }
}

/** The result of a composition. */
export interface Supergraph {
  /** The schema for gateways and routers. */
  readonly supergraphSdl: string;
  /** The schema for clients. */
  readonly publicSdl: string;
}

/**
 * Composes subgraphs to a supergraph.
 *
 * @param subgraphs names and schemas
 * @throws CompositionError when they can't be composed
 *
 * @example
 * ```ts
 * import { composeSubgraphs } from "@espalier/espalier/federation";
 *
 * const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])';
 * const books = `${link} type Query { books: [Book] } type Book @key(fields: "id") { id: ID! title: String }`;
 * const reviews = `${link} type Book @key(fields: "id") { id: ID! stars: Int }`;
 * const { publicSdl } = await composeSubgraphs([{ name: "books", sdl: books }, { name: "reviews", sdl: reviews }]);
 * console.log(publicSdl.includes("stars: Int")); // true
 * ```
 */
export async function composeSubgraphs(subgraphs: readonly ComposedSubgraph[]): Promise<Supergraph> {
  const names = subgraphs.map(({ name }) => name);
  const definitions = subgraphs.map(({ name, sdl, url }) => ({ name, url: url ?? "", typeDefs: parsed(name, sdl) }));
  const { composeServices } = await import("./deps.ts");
  const result = composeServices(definitions);
  if (result.errors !== undefined) throw new CompositionError(names, result.errors.map(problemOf));
  return { supergraphSdl: result.supergraphSdl, publicSdl: result.publicSdl };
}

function parsed(name: string, sdl: string) {
  try {
    return parse(sdl);
  } catch (error) {
    const message = `[${name}] ${(error as Error).message}`;
    throw new CompositionError([name], [{ code: "INVALID_GRAPHQL", message }]);
  }
}

function problemOf({ message, extensions }: GraphQLError): CompositionProblem {
  const code = String(extensions.code ?? "INVALID_GRAPHQL");
  const remedy = remedies[code];
  return { code, message, ...(remedy === undefined ? {} : { remedy }) };
}

/** What to change, where the message alone does not say it. */
const remedies: Readonly<Record<string, string>> = {
  INVALID_FIELD_SHARING:
    "add @shareable to the field in each of these subgraphs, or keep it in one of them (@override moves it)",
  SATISFIABILITY_ERROR:
    "give the type a resolvable @key that the other subgraph can send, or let the field's subgraph be reached otherwise",
  FIELD_TYPE_MISMATCH: "give the field the same type in these subgraphs",
  FIELD_ARGUMENT_TYPE_MISMATCH: "give the argument the same type in these subgraphs",
  EXTERNAL_TYPE_MISMATCH: "give the @external field the type that its own subgraph gives it",
  EXTERNAL_MISSING_ON_BASE: "define the field without @external in the subgraph that resolves it",
  EXTERNAL_UNUSED: "remove the field or its @external, or name it in @key, @requires or @provides",
  KEY_INVALID_FIELDS: "name fields of the type in the @key",
  REQUIRES_INVALID_FIELDS: "name fields in @requires that the type declares as @external",
  PROVIDES_INVALID_FIELDS: "name fields in @provides that the type declares as @external",
  REQUIRES_FIELDS_MISSING_EXTERNAL: "declare the fields that @requires names as @external",
  PROVIDES_FIELDS_MISSING_EXTERNAL: "declare the fields that @provides names as @external",
  TYPE_KIND_MISMATCH: "let the type be of one kind in all subgraphs, or rename it in one",
  ENUM_VALUE_MISMATCH: "let the enum have the same values in all subgraphs that read and write it",
  NO_QUERIES: "let at least one subgraph have a field of Query",
  INTERFACE_FIELD_NO_IMPLEM: "add the field of the interface to the type in some subgraph",
  REQUIRED_ARGUMENT_MISSING_IN_SOME_SUBGRAPH:
    "add the argument in each subgraph that resolves the field, or let it be null",
  OVERRIDE_SOURCE_HAS_OVERRIDE: "let one subgraph alone override the field",
};
