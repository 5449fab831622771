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
 * Makes the result of a tool of the response to its operation. What went wrong is said as clients of GraphQL get it.
 *
 * @param outcome the response
 */
export function toolResult({ body: { data, errors = [] }, status }: OperationCallOutcome): CallToolResult {
  if (errors.length > 0 || status !== undefined) {
    return { isError: true, content: errors.map(({ message }) => ({ type: "text", text: message })) };
  }
  // Data of a query or a mutation is an object.
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

/** The schemas of tools stand alone: what they refer to is within them. */
function complete(schema: JsonSchema, definitions: SchemaDefinitions): Tool["inputSchema"] {
  const $defs = definitions.toObject();
  // The schemas of variables and data are those of objects.
  return { ...schema, ...(Object.keys($defs).length === 0 ? {} : { $defs }) } as Tool["inputSchema"];
}

/** What the schema says of the first root field of an operation. */
function rootDescription(
  { selectionSet: { selections: [first] }, name }: PublishedOperation["node"],
  root: ReturnType<GraphQLSchema["getQueryType"]>,
): string {
  const field = first !== undefined && "name" in first && first.name !== undefined
    ? root?.getFields()[first.name.value]
    : undefined;
  return field?.description ?? `Executes operation ${name?.value}`;
}
