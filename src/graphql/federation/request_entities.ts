import type { GraphQLContext } from "../../context/mod.ts";

/** A representation: the fields of an entity that another subgraph sends. */
export type Representation = Readonly<Record<string, unknown>>;

interface Known {
  /** Name of the object type; `undefined` if it has to be determined from the value. */
  typeName: string | undefined;
  readonly representation: Representation;
  /** Of further representations that were resolved to the same object. */
  further: Representation[] | undefined;
}

/** The entities that were resolved for one request, by their values. */
export class RequestEntities {
  // A Map, because it lives only as long as the request, and a WeakMap slows down garbage collection.
  readonly #known = new Map<unknown, Known>();

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
      this.#known.set(value, { typeName, representation, further: undefined });
      return;
    }
    if (typeName !== undefined && known.typeName !== undefined && known.typeName !== typeName) {
      throw new TypeError(
        `Cannot use one object as an entity of two types in a request as it must have one: "${known.typeName}" and ` +
          `"${typeName}"`,
      );
    }
    known.typeName ??= typeName;
    (known.further ??= []).push(representation);
  }

  /** The name of the object type for which a value was requested. */
  typeOf(value: unknown): string | undefined {
    return this.#known.get(value)?.typeName;
  }

  /** A value that another subgraph sent with the representation of an entity; `undefined` if none was sent. */
  valueOf(entity: unknown, field: string): unknown {
    const known = this.#known.get(entity);
    if (known === undefined) return undefined;
    const { representation, further = [] } = known;
    return [representation, ...further].find((each) => each[field] !== undefined)?.[field];
  }
}
