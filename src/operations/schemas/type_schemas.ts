import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
} from "../../../deps.ts";
import { type JsonSchema, nullable, type SchemaDefinitions } from "./json_schema.ts";

/** Schemas of scalars by name. */
export type ScalarSchemas = Readonly<Record<string, JsonSchema>>;

const standardScalars: ScalarSchemas = {
  Int: { type: "integer", minimum: -2_147_483_648, maximum: 2_147_483_647 },
  Float: { type: "number" },
  String: { type: "string" },
  Boolean: { type: "boolean" },
  ID: { type: "string" },
};

/** Creates JSON Schemas for the types of a GraphQL schema. */
export class TypeSchemas {
  readonly #definitions: SchemaDefinitions;
  readonly #scalars: ScalarSchemas;

  /**
   * @param definitions collects the schemas of enums and input objects
   * @param scalars schemas of custom scalars; others allow any value
   */
  constructor(definitions: SchemaDefinitions, scalars: ScalarSchemas) {
    this.#definitions = definitions;
    this.#scalars = scalars;
  }

  /** Creates the schema of an input type. */
  input(type: GraphQLInputType): JsonSchema {
    if (isNonNullType(type)) return this.#inputValue(type.ofType as GraphQLInputType);
    return nullable(this.#inputValue(type));
  }

  /** Creates the schema of a scalar or an enum. */
  leaf(type: GraphQLScalarType | GraphQLEnumType): JsonSchema {
    if (isScalarType(type)) return this.#scalar(type);
    return this.#definitions.reference(type.name, () => ({
      type: "string",
      enum: type.getValues().map(({ name }) => name),
      ...described(type),
    }));
  }

  #inputValue(type: GraphQLInputType): JsonSchema {
    if (isListType(type)) return { type: "array", items: this.input(type.ofType as GraphQLInputType) };
    const named = type as GraphQLNamedInputType;
    if (isInputObjectType(named)) return this.#definitions.reference(named.name, () => this.#inputObject(named));
    return this.leaf(named);
  }

  #inputObject(type: GraphQLInputObjectType): JsonSchema {
    const fields = Object.values(type.getFields());
    const required = fields.filter(isRequiredInputField).map(({ name }) => name);
    return {
      type: "object",
      properties: Object.fromEntries(
        fields.map((field) => {
          // The one field of a choice must not be null.
          const schema = type.isOneOf && !isEnumType(field.type)
            ? this.#inputValue(field.type)
            : this.input(field.type);
          return [field.name, { ...schema, ...described(field) }];
        }),
      ),
      ...(required.length === 0 ? {} : { required }),
      ...(type.isOneOf ? { minProperties: 1, maxProperties: 1 } : {}),
      additionalProperties: false,
      ...described(type),
    };
  }

  #scalar({ name, description, specifiedByURL }: GraphQLScalarType): JsonSchema {
    const known = this.#scalars[name] ?? standardScalars[name];
    if (known !== undefined) return known;
    const text = [`Scalar ${name}`, description, specifiedByURL].filter((part) => part != null && part !== "");
    return { description: text.join(": ") };
  }
}

/** The description of an element, where it has one. */
export function described({ description }: { readonly description?: string | null | undefined }): JsonSchema {
  return description === undefined || description === null ? {} : { description };
}
