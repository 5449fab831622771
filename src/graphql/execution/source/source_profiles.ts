import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from "../../../../deps.ts";
import type { Authentication, VisibilityProfiles } from "../../../context/mod.ts";
import { visibleSchema } from "../../wiring/mod.ts";
import type { PreparsedDocumentProvider } from "../documents/preparsed_document_provider.ts";
import type { GraphQL } from "../graphql.ts";
import { validSchema } from "./valid_schema.ts";
import { isVisibleTo } from "./visible_directive.ts";

/** The schema that the viewers of one profile see, and the engine that executes it. */
export interface ProfileSource {
  readonly schema: GraphQLSchema;
  readonly graphQl: GraphQL;
}

/** What {@linkcode SourceProfiles} are made of. */
export interface SourceProfilesParts {
  /** Say what is hidden from whom. */
  readonly profiles: VisibilityProfiles;
  /** Makes an engine of its own for a schema. */
  readonly newEngine: (schema: GraphQLSchema) => GraphQL;
  /** The engine of the whole schema. */
  readonly graphQl: GraphQL;
}

/** A schema and an engine for each visibility profile, so that plans and documents never pass from one to another. */
export class SourceProfiles implements Disposable {
  readonly #profiles: VisibilityProfiles;
  readonly #sources = new Map<string, ProfileSource>();

  /**
   * @param schema the whole schema, with its code
   * @param parts profiles and engines
   * @throws TypeError when a profile's schema is not valid, or something to be hidden does not exist
   */
  constructor(schema: GraphQLSchema, { profiles, newEngine, graphQl }: SourceProfilesParts) {
    this.#profiles = profiles;
    profiles.addKnown(coordinatesOf(schema));
    const documents = new Set<PreparsedDocumentProvider>([graphQl.documents]);
    for (const name of profiles.names) {
      const visible = profileSchema(schema, name, profiles);
      const engine = newEngine(visible);
      requireOwnDocuments(documents, engine.documents);
      this.#sources.set(name, { schema: visible, graphQl: engine });
    }
  }

  /**
   * The source for a request.
   *
   * @param authentication who asks
   * @throws TypeError when no profile was chosen
   */
  of(authentication: Authentication | undefined): ProfileSource {
    // `of` returns no other names.
    return this.#sources.get(this.#profiles.of(authentication))!;
  }

  /** Stops the engines' timers. */
  [Symbol.dispose](): void {
    for (const { graphQl } of this.#sources.values()) graphQl[Symbol.dispose]();
  }
}

function profileSchema(schema: GraphQLSchema, name: string, profiles: VisibilityProfiles): GraphQLSchema {
  const isHidden = (coordinates: string, element: object) =>
    profiles.hides(name, coordinates) || !isVisibleTo(name, element, (names) => {
      profiles.requireNames(names, `@visible of "${coordinates}"`);
    });
  try {
    return validSchema(visibleSchema(schema, isHidden), undefined);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TypeError(`Cannot make the schema of visibility profile "${name}": ${error.message}`, { cause: error });
  }
}

/** Documents that were validated against the schema of one profile must not be executed for another. */
function requireOwnDocuments(known: Set<PreparsedDocumentProvider>, documents: PreparsedDocumentProvider): void {
  if (!known.has(documents)) {
    known.add(documents);
    return;
  }
  throw new TypeError(
    `Cannot use "${documents.constructor.name}" for several visibility profiles as each must have a document provider ` +
      "of its own: make it within configureGraphQl",
  );
}

/**
 * Lists the coordinates of everything in a schema that may be hidden.
 *
 * @param schema a schema
 */
export function* coordinatesOf(schema: GraphQLSchema): Iterable<string> {
  for (const { name, args } of schema.getDirectives()) {
    yield `@${name}`;
    for (const argument of args) yield `@${name}(${argument.name}:)`;
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    yield type.name;
    if (isEnumType(type)) { for (const { name } of type.getValues()) yield `${type.name}.${name}`; }
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      yield `${type.name}.${field.name}`;
      if ("args" in field) { for (const { name } of field.args) yield `${type.name}.${field.name}(${name}:)`; }
    }
  }
}
