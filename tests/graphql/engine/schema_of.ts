import { buildSchema, type GraphQLSchema } from "graphql";

/** Code by type, and in it by field or by member of the type. */
type Code = Record<string, Record<string, unknown>>;

/** Makes a schema whose types get code: of fields by name, and of types by `resolveType`, `isTypeOf`, `coerce…` and `values`. */
export function schemaOf(definitions: string, code: Code = {}): GraphQLSchema {
  const schema = buildSchema(definitions);
  for (const [typeName, members] of Object.entries(code)) {
    const type = schema.getType(typeName) as unknown as
      & Record<string, unknown>
      & { getFields?: () => Record<string, { resolve?: unknown }> };
    for (const [name, member] of Object.entries(members)) {
      const field = type.getFields?.()[name];
      if (field) field.resolve = member;
      else type[name] = member;
    }
  }
  return schema;
}

/** Code that throws. */
export const fail = (error: unknown) => () => {
  throw error;
};

/** A promise that settles some microtasks later. */
export async function after<T>(hops: number, value: () => T): Promise<T> {
  for (let i = 0; i < hops; i++) await null;
  return value();
}
