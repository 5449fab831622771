import type { GraphQLSchema } from "../../../deps.ts";
import type { OperationCallOutcome } from "../../graphql/mod.ts";
import type { CallToolResult, Tool } from "../deps.ts";
import { type OperationCatalogue, type PublishedOperation, variablesSchema } from "../operation_catalogue.ts";
import { type JsonSchema, SchemaDefinitions } from "../schemas/json_schema.ts";

/**
 * Describes the operations that a client may call as tools.
 *
 * @param catalogue of the operations
 * @param schema that the client sees
 */
export function toolsOf(catalogue: OperationCatalogue, schema: GraphQLSchema): Tool[] {
  return [...catalogue.of(schema).values()].map((operation) => toolOf(operation, catalogue, schema));
}

/**
 * Converts the response of an operation to the result of its tool. Errors have the same form as for GraphQL clients.
 *
 * @param outcome the response
 */
export function toolResult({ body: { data, errors = [] }, status }: OperationCallOutcome): CallToolResult {
  if (errors.length > 0 || status !== undefined) {
    return { isError: true, content: errors.map(({ message }) => ({ type: "text", text: message })) };
  }
  // The data of a query or mutation are an object.
  const structuredContent = data as Record<string, unknown>;
  return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent };
}

function toolOf(operation: PublishedOperation, catalogue: OperationCatalogue, schema: GraphQLSchema): Tool {
  const { name, kind, description, node } = operation;
  const [inputs, outputs] = [new SchemaDefinitions("#/$defs/"), new SchemaDefinitions("#/$defs/")];
  const input = variablesSchema(operation, catalogue.variables(operation, inputs));
  const output = catalogue.data(operation, schema, outputs);
  const isQuery = kind === "query";
  return {
    name,
    description: description ?? rootDescription(node, isQuery ? schema.getQueryType() : schema.getMutationType()),
    inputSchema: complete(input, inputs),
    outputSchema: complete(output, outputs),
    annotations: { readOnlyHint: isQuery, destructiveHint: !isQuery, idempotentHint: isQuery, openWorldHint: false },
  };
}

/** Adds the referenced definitions, as the schema of a tool must be self-contained. */
function complete(schema: JsonSchema, definitions: SchemaDefinitions): Tool["inputSchema"] {
  const $defs = definitions.toObject();
  // The schemas of variables and data have the type "object".
  return { ...schema, ...(Object.keys($defs).length === 0 ? {} : { $defs }) } as Tool["inputSchema"];
}

/** The description of an operation's first root field in the schema. */
function rootDescription(
  { selectionSet: { selections: [first] }, name }: PublishedOperation["node"],
  root: ReturnType<GraphQLSchema["getQueryType"]>,
): string {
  const field = first !== undefined && "name" in first && first.name !== undefined
    ? root?.getFields()[first.name.value]
    : undefined;
  return field?.description ?? `Executes operation ${name?.value}`;
}
