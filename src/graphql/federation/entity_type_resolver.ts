import {
  ClassNameTypeResolver,
  type RequestContext,
  type TypeResolutionEnvironment,
  type TypeResolver,
} from "../wiring/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import { RequestEntities } from "./request_entities.ts";

/** Names the types of entities: what was asked for, and for an interface what the value tells. */
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
