import type { GraphQLContext } from "../../context/mod.ts";

/** A representation: what another subgraph knows of an entity. */
export type Representation = Readonly<Record<string, unknown>>;

interface Known {
  /** Name of the object type; `undefined` where the value itself has to tell. */
  typeName: string | undefined;
  readonly representations: Representation[];
}

/** The entities that were resolved for one request, by their values. */
export class RequestEntities {
  readonly #known = new WeakMap<object, Known>();

  /** The entities of a request. */
  static of(context: GraphQLContext): RequestEntities {
    let entities = context.get<RequestEntities>(RequestEntities);
    if (entities === undefined) context.put(RequestEntities, entities = new RequestEntities());
    return entities;
  }

  /**
   * Notes what a value stands for.
   *
   * @param value what a mapping returned
   * @param representation for which it was returned
   * @param typeName the object type; `undefined` where an interface was asked for
   * @throws TypeError when the same object stands for two types
   */
  add(value: object, representation: Representation, typeName: string | undefined): void {
    const known = this.#known.get(value);
    if (known === undefined) {
      this.#known.set(value, { typeName, representations: [representation] });
      return;
    }
    if (typeName !== undefined && known.typeName !== undefined && known.typeName !== typeName) {
      throw new TypeError(
        `Cannot use one object as an entity of two types in a request as it must have one: "${known.typeName}" and ` +
          `"${typeName}"`,
      );
    }
    known.typeName ??= typeName;
    known.representations.push(representation);
  }

  /** The name of the object type that a value was asked for as. */
  typeOf(value: unknown): string | undefined {
    return this.#knownOf(value)?.typeName;
  }

  /** A value that another subgraph sent with the representation of an entity; `undefined` where none did. */
  valueOf(entity: unknown, field: string): unknown {
    return this.#knownOf(entity)?.representations.find((each) => each[field] !== undefined)?.[field];
  }

  #knownOf(value: unknown): Known | undefined {
    return typeof value === "object" && value !== null ? this.#known.get(value) : undefined;
  }
}
