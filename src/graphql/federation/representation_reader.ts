import {
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "../../../deps.ts";
import { describeValue } from "../../kernel/mod.ts";
import type { Representation } from "./request_entities.ts";

type Coercion = (value: unknown) => unknown;

/** Reads representations of one type, and coerces their values to the types of the fields. */
export class RepresentationReader {
  readonly #coercions = new Map<string, Coercion>();
  readonly #type: string;

  /** @param type the entity */
  constructor(type: GraphQLObjectType | GraphQLInterfaceType) {
    this.#type = type.name;
    for (const { name, type: fieldType } of Object.values(type.getFields())) {
      this.#coercions.set(name, coercionOf(fieldType));
    }
  }

  /** Whether the type shows a field. */
  has(field: string): boolean {
    return this.#coercions.has(field);
  }

  /**
   * Coerces the fields of a representation, without keys that are not fields of the type.
   *
   * @param given as the client sent it
   * @throws TypeError when a value does not have the type of its field
   */
  read(given: Representation): Representation {
    const values: Record<string, unknown> = new Values();
    if (given.__typename !== undefined) values.__typename = given.__typename;
    for (const name of Object.keys(given)) {
      const coerce = this.#coercions.get(name);
      if (coerce === undefined) continue;
      try {
        values[name] = coerce(given[name]);
      } catch {
        throw new TypeError(
          `Cannot use field "${name}" of a representation of "${this.#type}" as it must have the type of the field: ` +
            `current value is ${describeValue(given[name])}`,
        );
      }
    }
    return values;
  }
}

/** An object that inherits nothing, as a field may be called `constructor`. One of `Object.create(null)` is slower. */
const Values = function () {} as unknown as new () => Record<string, unknown>;
Values.prototype = Object.create(null);

/** Built when it is first used: types may refer to each other. */
function coercionOf(type: GraphQLOutputType): Coercion {
  if (isNonNullType(type)) return coercionOf(type.ofType);
  if (isListType(type)) {
    const item = coercionOf(type.ofType);
    return (value) =>
      value === null || value === undefined ? null : Array.isArray(value) ? value.map(item) : [item(value)];
  }
  if (isScalarType(type) || isEnumType(type)) {
    return (value) => value === null || value === undefined ? null : type.coerceInputValue(value);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return (value) => value;
  let reader: RepresentationReader | undefined;
  return (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value !== "object" || Array.isArray(value)) throw new TypeError("no object");
    return (reader ??= new RepresentationReader(type)).read(value as Representation);
  };
}
