import type { GraphQLNamedType } from "../../../deps.ts";
import type {
  SchemaElementChange,
  SchemaElementConfigs,
  SchemaElementKind,
  SchemaElementPlace,
  SchemaElements,
} from "./schema_element.ts";

type TypeKind = Exclude<SchemaElementKind, "field" | "argument" | "enumValue" | "inputField">;

/**
 * Applies changes to the members of a type, then to the type.
 *
 * @param kind the type's kind
 * @param type the type
 * @param change called for every element
 * @returns the configuration of the changed type; `null` to remove it
 */
export function rewriteMembers(
  kind: TypeKind,
  type: GraphQLNamedType,
  change: SchemaElementChange,
): SchemaElementConfigs[TypeKind] | null {
  const config = withMembers(kind, type, change);
  const place = { kind, coordinates: type.name, element: type, config } as SchemaElementPlace;
  const changed = change(place);
  return changed === undefined ? config : changed as SchemaElementConfigs[TypeKind] | null;
}

function withMembers(kind: TypeKind, type: GraphQLNamedType, change: SchemaElementChange) {
  switch (kind) {
    case "object":
    case "interface": {
      const owner = type as SchemaElements["object" | "interface"];
      return { ...owner.toConfig(), fields: fieldsOf(owner, change) } as SchemaElementConfigs["object"];
    }
    case "inputObject": {
      const owner = type as SchemaElements["inputObject"];
      const fields = membersOf(Object.values(owner.getFields()), "inputField", { owner: type.name, change });
      return { ...owner.toConfig(), fields };
    }
    case "enum": {
      const owner = type as SchemaElements["enum"];
      return { ...owner.toConfig(), values: membersOf(owner.getValues(), "enumValue", { owner: type.name, change }) };
    }
    default:
      return type.toConfig() as SchemaElementConfigs["scalar" | "union"];
  }
}

function fieldsOf(
  owner: SchemaElements["object" | "interface"],
  change: SchemaElementChange,
): Record<string, SchemaElementConfigs["field"]> {
  const fields: Record<string, SchemaElementConfigs["field"]> = {};
  for (const field of Object.values(owner.getFields())) {
    const coordinates = `${owner.name}.${field.name}`;
    const args = argumentsOf(field, coordinates, change);
    const config = { ...field.toConfig(), args };
    const changed = change({ kind: "field", coordinates, element: field, config });
    if (changed !== null) fields[field.name] = (changed ?? config) as SchemaElementConfigs["field"];
  }
  return fields;
}

function argumentsOf(
  field: SchemaElements["field"],
  coordinates: string,
  change: SchemaElementChange,
): Record<string, SchemaElementConfigs["argument"]> {
  const args: Record<string, SchemaElementConfigs["argument"]> = {};
  for (const argument of field.args) {
    const config = argument.toConfig();
    const place = { kind: "argument", coordinates: `${coordinates}(${argument.name}:)`, element: argument, config };
    const changed = change(place as SchemaElementPlace);
    if (changed !== null) args[argument.name] = (changed ?? config) as SchemaElementConfigs["argument"];
  }
  return args;
}

function membersOf<K extends "inputField" | "enumValue">(
  members: readonly SchemaElements[K][],
  kind: K,
  { owner, change }: { readonly owner: string; readonly change: SchemaElementChange },
): Record<string, SchemaElementConfigs[K]> {
  const configs: Record<string, SchemaElementConfigs[K]> = {};
  for (const member of members) {
    const config = member.toConfig() as SchemaElementConfigs[K];
    const place = { kind, coordinates: `${owner}.${member.name}`, element: member, config };
    const changed = change(place as unknown as SchemaElementPlace);
    if (changed !== null) configs[member.name] = (changed ?? config) as SchemaElementConfigs[K];
  }
  return configs;
}
