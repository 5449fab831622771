import { defaultTypeResolver, type GraphQLAbstractType, type GraphQLSchema } from "../../../deps.ts";
import { ClassNameTypeResolver } from "./class_name_type_resolver.ts";
import type { RequestContext } from "./request_context.ts";
import type { TypeResolver } from "./type_resolver.ts";
import { typenameOf } from "./typename_property.ts";

/** Returns the object type name of a value, or `undefined` if that needs a description of the field. Never throws. */
export type ValueTypeNames = (value: object, request: RequestContext) => string | undefined;

const attachment: unique symbol = Symbol.for("espalier.typeResolver");

type ResolveType = NonNullable<GraphQLAbstractType["resolveType"]>;

/** Attaches the type resolver to the `resolveType` function that calls it. */
export function withTypeResolver(resolveType: ResolveType, resolver: TypeResolver): ResolveType {
  return Object.assign(resolveType, { [attachment]: resolver });
}

/**
 * Returns a function that determines the types of an interface's or union's values without a description of the field.
 *
 * @param type the interface or union
 * @param schema the schema that it belongs to
 * @returns `undefined` if only the type's own resolver can determine them
 */
export function valueTypeNamesOf(type: GraphQLAbstractType, schema: GraphQLSchema): ValueTypeNames | undefined {
  const { resolveType } = type;
  if (!resolveType || resolveType === defaultTypeResolver) return quiet(typenameOf);
  const resolver = (resolveType as { readonly [attachment]?: TypeResolver })[attachment];
  if (!(resolver instanceof ClassNameTypeResolver)) {
    return resolver?.typeNameOf && quiet((value, request) => resolver.typeNameOf!(value, request));
  }
  // A subclass may read more than the value.
  if (resolver.getType !== ClassNameTypeResolver.prototype.getType) return undefined;
  return quiet(resolver.typeNamesIn(schema));
}

function quiet(names: ValueTypeNames): ValueTypeNames {
  return (value, request) => {
    try {
      return names(value, request);
    } catch {
      // Ignored here: the resolver is called again with all its arguments and then throws at the right field.
      return undefined;
    }
  };
}
