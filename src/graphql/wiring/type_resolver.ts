import type { GraphQLAbstractType, GraphQLResolveInfo, GraphQLSchema } from "../../../deps.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { RequestContext } from "./request_context.ts";

/** Describes the value whose type a {@linkcode TypeResolver} determines. */
export interface TypeResolutionEnvironment {
  /** The value; never `null`. */
  readonly value: unknown;
  /** The interface or union that the field declares. */
  readonly type: GraphQLAbstractType;
  /** The schema. */
  readonly schema: GraphQLSchema;
  /** The state of the request. */
  readonly request: RequestContext;
  /** graphql-js's description of the field. */
  readonly info: GraphQLResolveInfo;
}

/** Determines the object type of a value that a field returns for an interface or a union. */
export interface TypeResolver {
  /**
   * Returns the name of the object type, or `undefined` if this resolver does not know the value.
   *
   * @returns the name of an object type, or `undefined` to fall back to the default resolver
   */
  getType(environment: TypeResolutionEnvironment): MaybePromise<string | undefined>;
  /**
   * Determines the type from value and request only, if that is enough: engines then need no description of the field.
   *
   * @param value an object
   * @param request the state of the request
   * @returns `undefined` if `getType` has to be called
   */
  typeNameOf?(value: object, request: RequestContext): string | undefined;
}
