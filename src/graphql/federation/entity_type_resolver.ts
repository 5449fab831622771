import {
  ClassNameTypeResolver,
  type RequestContext,
  type TypeResolutionEnvironment,
  type TypeResolver,
} from "../wiring/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import { RequestEntities } from "./request_entities.ts";

/** Determines the types of entities: the requested type, and for an interface the type of the value. */
export class EntityTypeResolver implements TypeResolver {
  readonly #byClass = new ClassNameTypeResolver();

  getType(environment: TypeResolutionEnvironment): MaybePromise<string | undefined> {
    const { value, request } = environment;
    return RequestEntities.of(request.graphQlContext).typeOf(value) ?? this.#byClass.getType(environment);
  }

  typeNameOf(value: object, request: RequestContext): string | undefined {
    return RequestEntities.of(request.graphQlContext).typeOf(value);
  }
}
