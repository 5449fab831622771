import {
  type Application,
  type Container,
  ContainerModule,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  graphql,
  LeveledLogger,
  Logger,
  type LogRecord,
  Resource,
} from "@espalier/espalier";

/** A started application with what it logged. */
export interface TestApp {
  readonly app: Application;
  readonly container: Container;
  readonly logged: readonly LogRecord[];
  /** Posts a document and reads the answer's JSON. */
  post(body: unknown, headers?: Record<string, string>): Promise<{ status: number; headers: Headers; body: unknown }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts an application of one schema and further modules. */
export async function startApp(
  schema: string,
  modules: readonly ContainerModule[],
  properties: EspalierPropertiesInput = {},
): Promise<TestApp> {
  const logged: LogRecord[] = [];
  const logging = new ContainerModule(({ bind }) => {
    bind(Logger).toConstantValue(new LeveledLogger({ "": "DEBUG" }, (record) => void logged.push(record)));
  });
  const container = createContainer(graphql({ schema: [Resource.text("schema", schema)] }), logging, ...modules);
  const app = await createApp(container, { properties });
  return {
    app,
    container,
    logged,
    post: async (body, headers = {}) => {
      const given = typeof body === "string" ? { query: body } : body;
      const response = await app.fetch(
        new Request("http://localhost/graphql", {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(given),
        }),
      );
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** A module that binds constants. */
export function beans(bindAll: ConstructorParameters<typeof ContainerModule>[0]): ContainerModule {
  return new ContainerModule(bindAll);
}
