import type { GraphQLField, GraphQLObjectType, ServiceIdentifier } from "../../../deps.ts";
import type { AccessRule } from "../../context/mod.ts";
import { token } from "../../kernel/mod.ts";

/** Finds rules in the schema beside those of `@authenticated`, `@requiresScopes` and `@requiresRole`. */
export interface FieldRuleSource {
  /**
   * The rules of a field, all of which must allow a request.
   *
   * @param type an object type of the finished schema
   * @param field of the type
   */
  rulesOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): readonly AccessRule[];
}

/** Identifier of the {@linkcode FieldRuleSource} beans. */
export const FieldRuleSource: ServiceIdentifier<FieldRuleSource> = token<FieldRuleSource>("FieldRuleSource");
