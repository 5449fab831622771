import type { GraphQLField } from "../../../deps.ts";
import type { AccessRule } from "../../context/mod.ts";

const attachment: unique symbol = Symbol.for("espalier.fieldGuard");

/**
 * The access rule of a schema field.
 *
 * @param field a field of an executable schema
 * @returns `undefined` if every client may read the field
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { GraphQlSource } from "@espalier/espalier/graphql";
 * import { fieldGuardOf } from "./field_guard.ts";
 *
 * const schema = Resource.text("s", "type Query { orders: Int @authenticated }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] })));
 * const { orders } = app.container.get(GraphQlSource).schema.getQueryType()!.getFields();
 * console.log(fieldGuardOf(orders!)?.description); // authenticated
 * ```
 */
export function fieldGuardOf(field: GraphQLField<unknown, unknown>): AccessRule | undefined {
  return (field.extensions as Readonly<Record<symbol, unknown>>)[attachment] as AccessRule | undefined;
}

/**
 * Extensions for a schema field that let {@linkcode fieldGuardOf} find its access rule.
 *
 * @param extensions of the field
 * @param rule the access rule
 */
export function withFieldGuard(
  extensions: Readonly<Record<string | symbol, unknown>>,
  rule: AccessRule,
): Record<string | symbol, unknown> {
  return { ...extensions, [attachment]: rule };
}
