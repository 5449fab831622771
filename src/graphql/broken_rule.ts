import { type GraphQLSchema, isInterfaceType, isObjectType } from "../../deps.ts";
import type { DataIntegrityError } from "../data/vocabulary.ts";
import { ErrorType, type GraphQlErrorParts } from "./wiring/mod.ts";

/**
 * Tells a client which rule of the store a change breaks.
 *
 * @param error the error of the store
 * @param schema the schema of the field, which decides which properties a client may know
 */
export function brokenRule(
  { rule, references, entity, properties, isOfValue, requirement }: DataIntegrityError,
  schema: GraphQLSchema | undefined,
): GraphQlErrorParts {
  if (references.length > 0) {
    const message = "Cannot delete the item as nothing must refer to it: something does";
    return { errorType: ErrorType.CONFLICT, message };
  }
  const errorType = isOfValue ? ErrorType.BAD_REQUEST : ErrorType.CONFLICT;
  const names = entity === undefined ? [] : properties.filter((path) => isShown(schema, entity.name, path));
  if (entity === undefined || names.length === 0) {
    return {
      errorType,
      message: isOfValue
        ? "The store does not accept a value, such as one that is too long or out of range"
        : "The change contradicts what is stored, such as a unique value or a reference",
    };
  }
  const subject = names.length === 1 ? "property" : "properties";
  return {
    errorType,
    message: `Cannot save "${entity.name}" as ${subject} ${names.map((name) => `"${name}"`).join(", ")} ${requirement}`,
    extensions: { rule, properties: names },
  };
}

/** Whether the type of an entity's name has the field: data is mapped to types by the names of classes. */
function isShown(schema: GraphQLSchema | undefined, entity: string, path: string): boolean {
  const type = schema?.getType(entity);
  return (isObjectType(type) || isInterfaceType(type)) && type.getFields()[path.split(".")[0]!] !== undefined;
}
