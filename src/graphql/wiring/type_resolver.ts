import type { GraphQLAbstractType, GraphQLResolveInfo, GraphQLSchema } from "../../../deps.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { RequestContext } from "./request_context.ts";

/** What a {@linkcode TypeResolver} may know of the value whose type it determines. */
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
   * Returns the name of the object type, or `undefined` where this resolver does not know the value.
   *
   * @returns the name of an object type, or `undefined` when this resolver can't tell
   */
  getType(environment: TypeResolutionEnvironment): MaybePromise<string | undefined>;
  /**
   * Names the type by value and request alone, where that is enough: engines then need not describe the field.
   *
   * @param value an object
   * @param request the state of the request
   * @returns `undefined` where `getType` has to be asked
   */
  typeNameOf?(value: object, request: RequestContext): string | undefined;
}
