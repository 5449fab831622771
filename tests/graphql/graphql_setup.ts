import {
  DefaultExecutionGraphQlService,
  ExecutionGraphQlRequest,
  type ExecutionGraphQlRequestParts,
  type ExecutionGraphQlResponse,
  GraphQlSource,
  Resource,
  type RuntimeWiringBuilder,
  type SchemaResourceGraphQlSourceBuilder,
} from "@espalier/espalier/graphql";

/** Begins a source of one schema text and its wiring. */
export function sourceOf(
  schema: string,
  configure: (wiring: RuntimeWiringBuilder) => void = () => {},
): SchemaResourceGraphQlSourceBuilder {
  return GraphQlSource.schemaResourceBuilder()
    .schemaResources(Resource.text("schema", schema))
    .configureRuntimeWiring(configure);
}

/** What a test asks for: a document, or a document with what goes with it. */
export type Asked = string | Partial<ExecutionGraphQlRequestParts>;

/** Executes a request against a source. */
export async function ask(source: GraphQlSource, asked: Asked): Promise<ExecutionGraphQlResponse> {
  return await new DefaultExecutionGraphQlService(source).execute(requestOf(asked));
}

/** Makes the request of a test. */
export function requestOf(asked: Asked): ExecutionGraphQlRequest {
  const parts = typeof asked === "string" ? { document: asked } : asked;
  return new ExecutionGraphQlRequest({ id: "request-1", document: "", ...parts });
}
