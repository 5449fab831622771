import type { GraphQLSchema } from "../../../deps.ts";
import {
  BodyReader,
  BodyRefusal,
  type CorsPolicy,
  type HttpExchange,
  type HttpRoute,
  methodNotAllowed,
  type OriginGuard,
  type PathVariables,
  problem,
} from "../../http/mod.ts";
import type { OperationCallOutcome, OperationCalls } from "../../graphql/mod.ts";
import { classificationOf, failureStatus } from "../failure_status.ts";
import type { OperationCatalogue, PublishedOperation } from "../operation_catalogue.ts";
import { openApiDocument, type OpenApiFacts } from "./open_api.ts";
import type { JsonSchema } from "../schemas/json_schema.ts";
import { readQueryVariables, type ReadVariables } from "./query_variables.ts";

/** The collaborators of the routes. */
export interface RestRouteParts {
  readonly catalogue: OperationCatalogue;
  readonly calls: OperationCalls;
  readonly bodies: BodyReader;
  readonly origins: OriginGuard;
  readonly cors: CorsPolicy;
  readonly facts: OpenApiFacts;
}

/** Last segment of the path of the OpenAPI document. */
const descriptionName = "openapi.json";

/** `/api/operations/{name}`: a path for each operation, and the OpenAPI document. */
export class RestRoute implements HttpRoute {
  readonly path: string;
  readonly title = "Operations";
  /** Authorization is checked per field. */
  readonly hasOwnRules = true;
  readonly #parts: RestRouteParts;
  readonly #descriptions = new WeakMap<GraphQLSchema, JsonSchema>();

  /** @param parts the operations, their executor, and the access rules */
  constructor(parts: RestRouteParts) {
    this.path = `${parts.facts.basePath}/{name}`;
    this.#parts = parts;
  }

  async handle(exchange: HttpExchange, { name = "" }: PathVariables): Promise<Response | undefined> {
    const { catalogue, cors, origins } = this.#parts;
    const { request } = exchange;
    const schema = catalogue.schemaFor(exchange.authentication);
    const operation = catalogue.of(schema).get(name);
    const methods = operation?.kind === "mutation" ? ["POST"] : ["GET", "HEAD"];
    const preflight = cors.preflight(request, methods);
    if (preflight !== undefined) return preflight;
    if (operation === undefined && name !== descriptionName) {
      return cors.permit(request, problem({ status: 404, detail: `There is no operation "${name}"` }));
    }
    if (!methods.includes(request.method)) return cors.permit(request, methodNotAllowed(request.method, methods));
    if (operation === undefined) return cors.permit(request, this.#description(exchange));
    const refusal = operation.kind === "mutation" ? origins.refusal(exchange) : undefined;
    if (refusal !== undefined) return problem({ status: 403, detail: refusal });
    const response = await this.#run(operation, exchange);
    return cors.permit(request, request.method === "HEAD" ? withoutBody(response) : response);
  }

  #description(exchange: HttpExchange): Response {
    const { catalogue, facts } = this.#parts;
    const schema = catalogue.schemaFor(exchange.authentication);
    let document = this.#descriptions.get(schema);
    if (document === undefined) this.#descriptions.set(schema, document = openApiDocument(catalogue, schema, facts));
    return Response.json(document, { headers: guarded });
  }

  async #run(operation: PublishedOperation, exchange: HttpExchange): Promise<Response> {
    const read = operation.kind === "query"
      ? readQueryVariables(operation.variables, exchange.search)
      : await this.#body(operation, exchange.request);
    if (read instanceof Response) return read;
    if ("refusals" in read) return refused(operation, read.refusals);
    const { name: operationName, kind, text: document } = operation;
    const { variables } = read;
    const outcome = await this.#parts.calls.call({ document, operationName, kind, variables }, exchange);
    const status = failureStatus(outcome);
    if (status !== undefined) return failed(operation, outcome, status);
    const headers = new Headers(outcome.headers);
    for (const [header, value] of Object.entries(guarded)) if (!headers.has(header)) headers.set(header, value);
    return Response.json(outcome.body.data ?? null, { headers });
  }

  async #body(operation: PublishedOperation, request: Request): Promise<ReadVariables | Response> {
    const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== "application/json") {
      const detail = 'Cannot read the variables as the content type must be "application/json"';
      return problem({ status: 415, detail, headers: { accept: "application/json" } });
    }
    try {
      return bodyVariables(operation, JSON.parse(await this.#parts.bodies.text(request)));
    } catch (error) {
      if (error instanceof BodyRefusal) {
        return problem({ status: error.status, detail: error.message, headers: error.headers });
      }
      return problem({ status: 400, detail: "Cannot read the variables as the body must be a JSON object" });
    }
  }
}

/** Headers that prevent caching of personal data, and content sniffing. */
const guarded = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

function bodyVariables({ variables }: PublishedOperation, value: unknown): ReadVariables {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("no object");
  const known = new Set(variables.map(({ name }) => name));
  const unknown = Object.keys(value).filter((name) => !known.has(name));
  const missing = variables.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(value, name));
  const refusals = [
    ...unknown.map((variable) => ({ variable, message: "must be a variable of the operation" })),
    ...missing.map(({ name: variable }) => ({ variable, message: "must be given" })),
  ];
  return refusals.length > 0 ? { refusals } : { variables: value as Record<string, unknown> };
}

function refused({ name }: PublishedOperation, errors: readonly object[]): Response {
  const detail = `Cannot execute operation "${name}" as its variables must fit`;
  return problem({ status: 400, detail, extensions: { errors } });
}

function failed({ name }: PublishedOperation, outcome: OperationCallOutcome, status: number): Response {
  const errors = (outcome.body.errors ?? []).map((error) => ({
    message: error.message,
    ...(error.path === undefined ? {} : { path: error.path }),
    ...(classificationOf(error) === "" ? {} : { classification: classificationOf(error) }),
  }));
  const detail = errors[0]?.message ?? `Operation "${name}" failed`;
  const headers = new Headers(outcome.headers);
  headers.delete("cache-control");
  return problem({ status, detail, extensions: { errors }, headers });
}

function withoutBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}
