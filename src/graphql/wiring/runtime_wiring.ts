import { type GraphQLScalarType, isSpecifiedScalarType } from "../../../deps.ts";
import type { SchemaDirectiveWiring } from "./schema_directive_wiring.ts";
import { type TypeRuntimeWiring, TypeRuntimeWiringBuilder } from "./type_runtime_wiring.ts";
import type { WiringFactory } from "./wiring_factory.ts";

/** The code of a schema: data fetchers, type resolvers, scalars and directives. */
export interface RuntimeWiring {
  /** The code of each type, by name. */
  readonly types: ReadonlyMap<string, TypeRuntimeWiring>;
  /** The scalars, by name. */
  readonly scalars: ReadonlyMap<string, GraphQLScalarType>;
  /** Directive code by directive name. */
  readonly directives: ReadonlyMap<string, SchemaDirectiveWiring>;
  /** Directive code that sees every directive, after the one registered by name. */
  readonly directiveWirings: readonly SchemaDirectiveWiring[];
  /** Called in order for elements that no registration names. */
  readonly wiringFactories: readonly WiringFactory[];
}

/** Collects the code of a schema. */
export class RuntimeWiringBuilder implements RuntimeWiring {
  readonly #types = new Map<string, TypeRuntimeWiringBuilder>();
  readonly #scalars = new Map<string, GraphQLScalarType>();
  readonly #directives = new Map<string, SchemaDirectiveWiring>();
  readonly #directiveWirings: SchemaDirectiveWiring[] = [];
  readonly #wiringFactories: WiringFactory[] = [];

  /** The code of each type, by name. */
  get types(): ReadonlyMap<string, TypeRuntimeWiringBuilder> {
    return this.#types;
  }

  /** The scalars, by name. */
  get scalars(): ReadonlyMap<string, GraphQLScalarType> {
    return this.#scalars;
  }

  get directives(): ReadonlyMap<string, SchemaDirectiveWiring> {
    return this.#directives;
  }

  get directiveWirings(): readonly SchemaDirectiveWiring[] {
    return this.#directiveWirings;
  }

  get wiringFactories(): readonly WiringFactory[] {
    return this.#wiringFactories;
  }

  /**
   * Wires a type; calls for the same type accumulate.
   *
   * @param typeName name of the schema type
   * @param configure receives the type's builder
   */
  type(typeName: string, configure: (type: TypeRuntimeWiringBuilder) => void): this {
    let builder = this.#types.get(typeName);
    if (!builder) this.#types.set(typeName, builder = new TypeRuntimeWiringBuilder(typeName));
    configure(builder);
    return this;
  }

  /**
   * Registers the code of a scalar that the schema declares under the same name.
   *
   * @param scalar its name and its code
   * @throws TypeError when it is a built-in scalar, which all schemas of the process share
   */
  scalar(scalar: GraphQLScalarType): this {
    if (isSpecifiedScalarType(scalar)) {
      throw new TypeError(
        `Cannot register the code of scalar "${scalar.name}" as that is one of GraphQL's own: ` +
          "declare a scalar of another name",
      );
    }
    this.#scalars.set(scalar.name, scalar);
    return this;
  }

  /** Registers the code of a directive. */
  directive(name: string, wiring: SchemaDirectiveWiring): this {
    this.#directives.set(name, wiring);
    return this;
  }

  /** Registers directive code that sees every element with a directive. */
  directiveWiring(wiring: SchemaDirectiveWiring): this {
    this.#directiveWirings.push(wiring);
    return this;
  }

  /** Adds a factory; factories are called in the order in which they were added. */
  wiringFactory(factory: WiringFactory): this {
    this.#wiringFactories.push(factory);
    return this;
  }
}
