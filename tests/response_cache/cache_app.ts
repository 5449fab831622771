import {
  type Application,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  Resource,
} from "@espalier/espalier";
import { responseCache, type ResponseCacheOptions } from "@espalier/espalier/cache";
import { Authentication, WebGraphQlInterceptor } from "@espalier/espalier/graphql";
import { Principal } from "@espalier/espalier/security";

/** Clients say who they are: `x-user: ada`, `x-roles: staff,clerk`, `x-scopes: a`. */
export const demoUsers = new ContainerModule(({ bind }) => {
  bind(WebGraphQlInterceptor).toConstantValue({
    intercept: (request, next) => {
      const { headers, graphQlContext } = request;
      const user = headers.get("x-user");
      if (user !== null) {
        const roles = (headers.get("x-roles") ?? "").split(",").filter((role) => role !== "");
        graphQlContext.put(Authentication, new Authentication(new Principal(user, { roles })));
      }
      const tenant = headers.get("x-tenant");
      if (tenant !== null) graphQlContext.put("tenant", tenant);
      return next(request);
    },
  });
});

/** Everything a test says of its application. */
export interface CacheApp {
  readonly schema: string;
  readonly controllers: readonly (new () => object)[];
  readonly cache?: ResponseCacheOptions;
  readonly modules?: readonly ContainerModule[];
  readonly graphql?: { readonly maxBatchOperations: number };
}

export function cacheApp(
  { schema, controllers, cache = {}, modules = [], graphql: limits = { maxBatchOperations: 0 } }: CacheApp,
): Promise<Application> {
  const container = createContainer(
    graphql({ schema: [Resource.text("schema", schema)] }),
    ...controllers.map((type) => controller(type)),
    demoUsers,
    responseCache(cache),
    ...modules,
  );
  return createApp(container, { properties: { logging: { level: "OFF" }, graphql: limits } });
}

/** Sends a query by GET, and reads its response. */
export async function get(
  app: Application,
  query: string,
  options: { readonly headers?: Record<string, string>; readonly variables?: object; readonly operationName?: string } =
    {},
): Promise<{ readonly body: Record<string, unknown>; readonly response: Response }> {
  const parameters = new URLSearchParams({ query });
  if (options.variables !== undefined) parameters.set("variables", JSON.stringify(options.variables));
  if (options.operationName !== undefined) parameters.set("operationName", options.operationName);
  const { headers = {} } = options;
  const response = await app.fetch(new Request(`http://localhost/graphql?${parameters}`, { headers }));
  const text = await response.text();
  return { body: text === "" ? {} : JSON.parse(text), response };
}

/** Sends an operation by POST. */
export async function post(
  app: Application,
  query: string,
  options: { readonly headers?: Record<string, string>; readonly variables?: object; readonly signal?: AbortSignal } =
    {},
): Promise<{ readonly body: Record<string, unknown>; readonly response: Response }> {
  const { headers = {}, variables, signal } = options;
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query, variables }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  return { body: await response.json(), response };
}
