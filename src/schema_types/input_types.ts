import { type GraphQLInputField, type GraphQLInputObjectType, isRequiredInputField } from "../../deps.ts";
import { documentationOf } from "./documentation.ts";
import { memberName } from "./type_names.ts";
import type { TypeWriter } from "./type_writer.ts";

/**
 * Writes the TypeScript type of an input object.
 *
 * @param type the input type
 * @param name its TypeScript name
 * @param writer writes the types of its fields
 */
export function inputDeclaration(type: GraphQLInputObjectType, name: string, writer: TypeWriter): string[] {
  const fields = Object.values(type.getFields()).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (type.isOneOf) return [`export type ${name} =`, ...oneOf(fields, writer)];
  const properties = fields.flatMap((field) => [
    ...documentationOf(field, "  "),
    `  readonly ${memberName(field.name)}${isRequiredInputField(field) ? "" : "?"}: ${writer.type(field.type)};`,
  ]);
  return [`export interface ${name} {`, ...properties, "}"];
}

/** Writes a union with one member for each field, in which only this field is present and not null. */
function oneOf(fields: readonly GraphQLInputField[], writer: TypeWriter): string[] {
  return fields.flatMap((field, index) => {
    const others = fields.filter((other) => other !== field).map(({ name }) =>
      ` readonly ${memberName(name)}?: never;`
    );
    const own = `readonly ${memberName(field.name)}: ${writer.present(field.type)};`;
    const end = index === fields.length - 1 ? ";" : "";
    return [...documentationOf(field, "  "), `  | { ${own}${others.join("")} }${end}`];
  });
}
