import type { GraphQLObjectType } from "../../../deps.ts";
import type { Class } from "../../kernel/mod.ts";
import { type FieldCoordinates, type FurtherSection, furtherSections } from "./schema_report.ts";
import type { TypeFacts } from "./type_facts.ts";

/** Finds the classes of an object type; for an empty list the next resolver is called. */
export type ClassResolver = (type: GraphQLObjectType) => readonly Class[];

/**
 * Configures an inspection with information that the code does not have; the argument of `inspectSchemaMappings`'
 * initializer.
 */
export class SchemaMappingInspectorInitializer {
  readonly #mappings = new Map<string, Class[]>();
  readonly #resolvers: ClassResolver[] = [];
  readonly #candidates = new Set<Class>();
  readonly #sections = new Set<FurtherSection>(furtherSections);
  readonly #elsewhere: ((coordinates: FieldCoordinates) => boolean)[] = [];
  #facts: TypeFacts | undefined;
  #className: (type: GraphQLObjectType) => string = (type) => type.name;

  /** The explicit mappings, by type name. */
  get mappings(): ReadonlyMap<string, readonly Class[]> {
    return this.#mappings;
  }

  /** The class resolvers, in order. */
  get resolvers(): readonly ClassResolver[] {
    return this.#resolvers;
  }

  /** The classes that may be found by name. */
  get candidates(): ReadonlySet<Class> {
    return this.#candidates;
  }

  /** The further sections that are switched on. */
  get sections(): ReadonlySet<FurtherSection> {
    return this.#sections;
  }

  /** What the facts task stored about the application's classes. */
  get facts(): TypeFacts | undefined {
    return this.#facts;
  }

  /** Whether another service resolves a field, so that it needs no code here. */
  isElsewhere(coordinates: FieldCoordinates): boolean {
    return this.#elsewhere.some((isElsewhere) => isElsewhere(coordinates));
  }

  /** The simple class name of an object type of the schema. */
  classNameOf(type: GraphQLObjectType): string {
    return this.#className(type);
  }

  /**
   * Maps a schema type to its classes.
   *
   * @param typeName name of an object type
   * @param classes one or more classes
   */
  classMapping(typeName: string, ...classes: Class[]): this {
    this.#mappings.set(typeName, [...this.#mappings.get(typeName) ?? [], ...classes]);
    return this;
  }

  /**
   * Replaces how the class name is derived from an object type; the default is the type's name.
   *
   * @param nameOf for example `(type) => type.name + "Impl"`
   */
  classNameFunction(nameOf: (type: GraphQLObjectType) => string): this {
    this.#className = nameOf;
    return this;
  }

  /**
   * Adds a resolver that is called before the other lookups.
   *
   * @param resolver finds classes for an object type
   */
  classResolver(resolver: ClassResolver): this {
    this.#resolvers.push(resolver);
    return this;
  }

  /**
   * Adds classes that may be found by their name.
   *
   * @param classes for example what an application module exports
   */
  classes(...classes: readonly Class[]): this {
    for (const type of classes) this.#candidates.add(type);
    return this;
  }

  /**
   * Adds the types from the TypeScript checker, for code without a description.
   *
   * @param facts the facts that the facts task stored
   */
  typeFacts(facts: TypeFacts): this {
    this.#facts = facts;
    return this;
  }

  /**
   * Marks the fields that another service resolves: they need no code here.
   *
   * @param isElsewhere decides about a field, as `@external` of a federation does
   */
  resolvedElsewhere(isElsewhere: (coordinates: FieldCoordinates) => boolean): this {
    this.#elsewhere.push(isElsewhere);
    return this;
  }

  /**
   * Switches further sections off.
   *
   * @param sections names of sections, for example `"unbatchedFields"`
   */
  without(...sections: readonly FurtherSection[]): this {
    for (const section of sections) this.#sections.delete(section);
    return this;
  }
}
