import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  LeveledLogger,
  Logger,
} from "@espalier/espalier";
import {
  graphql,
  Resource,
  type RuntimeWiringBuilder,
  RuntimeWiringConfigurer,
  SubscriptionExceptionResolver,
  WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";

/** What a test's application differs in. */
export interface GraphQlAppOptions {
  readonly schema?: string;
  readonly wiring?: (wiring: RuntimeWiringBuilder) => void;
  readonly properties?: EspalierPropertiesInput;
  readonly interceptors?: readonly WebGraphQlInterceptor[];
  readonly modules?: readonly ContainerModule[];
  readonly subscriptionExceptionResolvers?: readonly SubscriptionExceptionResolver[];
  /** Receives warnings. */
  readonly logs?: { readonly warn: (message: string) => void };
}

const greeting = {
  schema: "type Query { greeting: String } type Mutation { greet: String }",
  wiring: (wiring: RuntimeWiringBuilder) => {
    wiring.type("Query", (type) => type.dataFetcher("greeting", () => "Hello"));
    wiring.type("Mutation", (type) => type.dataFetcher("greet", () => "Greeted"));
  },
};

/** Starts an application whose schema is `Query.greeting`, or another. */
export async function graphQlApp(options: GraphQlAppOptions = {}): Promise<Application> {
  const { schema, wiring, properties = {}, interceptors = [], modules = [] } = { ...greeting, ...options };
  const beans = new ContainerModule(({ bind }) => {
    bind(Logger).toConstantValue(logger(options.logs?.warn ?? (() => {})));
    bind(RuntimeWiringConfigurer).toConstantValue({ configure: wiring });
    for (const interceptor of interceptors) bind(WebGraphQlInterceptor).toConstantValue(interceptor);
    for (const resolver of options.subscriptionExceptionResolvers ?? []) {
      bind(SubscriptionExceptionResolver).toConstantValue(resolver);
    }
  });
  const feature = graphql({ schema: [Resource.text("test", schema)] });
  return await createApp(createContainer(feature, beans, ...modules), { root: import.meta.url, properties });
}

function logger(warn: (message: string) => void): Logger {
  return new LeveledLogger({ "": "WARN" }, ({ level, message }) => {
    if (level === "WARN") warn(message);
  });
}

/** A POST request to the GraphQL endpoint. */
export function post(body: unknown, headers: HeadersInit = {}): Request {
  return new Request("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...Object.fromEntries(new Headers(headers)) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** A GET request to the GraphQL endpoint. */
export function get(parameters: Record<string, string>, headers: HeadersInit = {}): Request {
  return new Request(`http://localhost/graphql?${new URLSearchParams(parameters)}`, { headers });
}
