import type { GraphQLSchema } from "../../../deps.ts";
import type { SecurityScheme } from "../../http/mod.ts";
import { type OperationCatalogue, type PublishedOperation, variablesSchema } from "../operation_catalogue.ts";
import { type JsonSchema, SchemaDefinitions } from "../schemas/json_schema.ts";
import { isJsonParameter } from "./query_variables.ts";

/** The facts about the service in the document. */
export interface OpenApiFacts {
  readonly title: string;
  readonly version: string;
  /** Prefix of the paths of operations. */
  readonly basePath: string;
  readonly securitySchemes: readonly SecurityScheme[];
}

const problemSchema: JsonSchema = {
  type: "object",
  description: "A problem document (RFC 9457)",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: {
          message: { type: "string" },
          variable: { type: "string" },
          path: { type: "array", items: { type: ["string", "integer"] } },
          classification: { type: "string" },
        },
        required: ["message"],
      },
    },
  },
  required: ["type", "title", "status"],
};

/** Problem statuses that every operation may return. */
const problems: Readonly<Record<string, string>> = {
  400: "The variables are not what they must be, or the operation is refused",
  401: "The client has to say who it is",
  403: "The client may not do this",
  404: "There is no such operation, or it found nothing",
  429: "The client has spent its budget",
  503: "A part of the service is unavailable",
  default: "The operation failed",
};

/**
 * Creates the OpenAPI 3.1 document of the operations that a client may call.
 *
 * @param catalogue of the operations
 * @param schema that the client sees
 * @param facts about the service
 */
export function openApiDocument(catalogue: OperationCatalogue, schema: GraphQLSchema, facts: OpenApiFacts): JsonSchema {
  const definitions = new SchemaDefinitions("#/components/schemas/");
  definitions.reference("Problem", () => problemSchema);
  const paths = [...catalogue.of(schema).values()].map((operation) => {
    const path = pathOf(operation, { catalogue, schema, definitions });
    return [`${facts.basePath}/${operation.name}`, path] as const;
  });
  const { securitySchemes } = facts;
  return {
    openapi: "3.1.0",
    info: { title: facts.title, version: facts.version },
    servers: [{ url: "/" }],
    ...securityOf(securitySchemes),
    paths: Object.fromEntries(paths),
    components: {
      schemas: definitions.toObject(),
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [
          `Problem${status}`,
          {
            description,
            content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
          },
        ]),
      ),
      ...(securitySchemes.length === 0 ? {} : {
        securitySchemes: Object.fromEntries(securitySchemes.map(({ name, scheme }) => [name, scheme])),
      }),
    },
  };
}

interface PathParts {
  readonly catalogue: OperationCatalogue;
  readonly schema: GraphQLSchema;
  readonly definitions: SchemaDefinitions;
}

function pathOf(operation: PublishedOperation, { catalogue, schema, definitions }: PathParts): JsonSchema {
  const variables = catalogue.variables(operation, definitions);
  const data = catalogue.data(operation, schema, definitions);
  const common = {
    operationId: operation.name,
    ...(operation.description === undefined ? {} : { summary: operation.description }),
    responses: {
      200: { description: "The data of the operation", content: { "application/json": { schema: data } } },
      ...Object.fromEntries(
        Object.keys(problems).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  };
  if (operation.kind === "query") return { get: { ...common, parameters: parametersOf(operation, variables) } };
  const required = operation.variables.some(({ isRequired }) => isRequired);
  const body = { "application/json": { schema: variablesSchema(operation, variables) } };
  return { post: { ...common, requestBody: { required, content: body } } };
}

function parametersOf(
  { variables }: PublishedOperation,
  schemas: ReadonlyMap<string, JsonSchema>,
): readonly JsonSchema[] {
  return variables.map(({ name, type, isRequired, description }) => ({
    name,
    in: "query",
    required: isRequired,
    ...(description === undefined ? {} : { description }),
    ...(isJsonParameter(type)
      ? { content: { "application/json": { schema: schemas.get(name) } } }
      : { schema: schemas.get(name) }),
  }));
}

/** The security requirements: any one of the schemes, or none if a scheme is optional. */
function securityOf(schemes: readonly SecurityScheme[]): JsonSchema {
  if (schemes.length === 0) return { security: [] };
  const all = schemes.map(({ name, scopes = [] }) => ({ [name]: scopes }));
  return { security: schemes.some(({ required }) => required === false) ? [...all, {}] : all };
}
