import { type Container, ContainerModule, type ContainerModuleLoadOptions } from "../../deps.ts";
import { AccessReport, type AccessRule } from "../context/mod.ts";
import {
  CorsPolicy,
  HttpInterceptor,
  OriginGuard,
  RequestAuthenticator,
  RouteRules,
  SecurityScheme,
} from "../http/mod.ts";
import {
  ActuatorEndpoint,
  checkOptions,
  describeValue,
  EspalierProperties,
  installOnce,
  isInstalled,
  Lifecycle,
  Logger,
  ManagedCache,
  StartupTask,
  token,
} from "../kernel/mod.ts";
import { AuditedAuthentications } from "./audit/audited_authentications.ts";
import { AccessEndpoint } from "./access_endpoint.ts";
import type { AuthenticationScheme } from "./pipeline/authentication_scheme.ts";
import { Authenticator } from "./pipeline/authenticator.ts";
import { Challenges } from "./pipeline/challenges.ts";
import { SecurityInterceptor, type SecurityInterceptorParts } from "./pipeline/security_interceptor.ts";
import type { SecurityOptions } from "./security_options.ts";

const StartedSchemes = token<readonly AuthenticationScheme[]>("StartedSchemes");

/** Maximum number of ways in without a rule that the log names. */
const maxReported = 50;

/**
 * The feature that authenticates callers, the same way over HTTP, event streams and WebSockets, for GraphQL,
 * REST, the actuator and routes of your own.
 *
 * Credentials that are not accepted are refused with 401 and the challenges of all schemes. Requests without
 * credentials
 * continue unauthenticated: rules decide about their access.
 *
 * @param options the authentication schemes and rules
 * @returns a module for `createContainer`
 * @throws TypeError if there is no scheme, two have one name, or an option does not exist
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { authenticated, jwt, security } from "@espalier/espalier/security";
 *
 * const tokens = jwt({ issuer: "https://id.example.com", audience: "orders" });
 * const feature = security({ schemes: [tokens], paths: { "/{*path}": authenticated() } });
 * await using app = await createApp(createContainer(feature));
 * const response = await app.fetch(new Request("http://localhost/orders"));
 * console.log(response.status, response.headers.get("www-authenticate")); // 401 'Bearer realm="service"'
 * ```
 */
export function security(options: SecurityOptions): ContainerModule {
  checkOptions<SecurityOptions>("security()", options, { schemes: true, paths: true });
  const { schemes, paths = {} } = options;
  requireSchemes(schemes);
  return new ContainerModule((module) => {
    const { bind, isBound } = module;
    installOnce("security()", module);
    bind(Challenges).toResolvedValue(
      ({ security }) => new Challenges(schemes, security.realm),
      [EspalierProperties],
    );
    bind(RequestAuthenticator).toResolvedValue(
      (challenges: Challenges, logger: Logger, [audited]: AuditedAuthentications[]) =>
        new Authenticator({ schemes, challenges, logger: logger.forCategory("espalier.security"), audited }),
      [Challenges, Logger, { serviceIdentifier: AuditedAuthentications, isMultiple: true }],
    );
    bind(HttpInterceptor).toResolvedValue(
      (authenticator, challenges, { http, graphql }) =>
        new SecurityInterceptor({
          authenticator,
          challenges,
          paths,
          cors: new CorsPolicy(http),
          ambient: new Set(schemes.filter(({ isAmbient }) => isAmbient === true).map(({ name }) => name)),
          origins: new OriginGuard(http, new CorsPolicy(http)),
          ...graphQlPaths(isInstalled("graphql()", { isBound }), graphql),
        }),
      [RequestAuthenticator, Challenges, EspalierProperties],
    );
    bindSchemes(module, schemes);
    bindReport(module, paths);
    bind(StartupTask).toConstantValue({
      name: "security: start the schemes",
      order: -900,
      run: (container) => start(container, schemes),
    });
  });
}

/** A custom route at these paths would not support deferred rules. */
function graphQlPaths(
  isThere: boolean,
  { path, webSocket }: EspalierProperties["graphql"],
): Pick<SecurityInterceptorParts, "webSocketPath" | "graphQlPath"> {
  const graphQlPath = isThere ? path : undefined;
  return { graphQlPath, webSocketPath: webSocket ? graphQlPath : undefined };
}

function bindSchemes({ bind }: ContainerModuleLoadOptions, schemes: readonly AuthenticationScheme[]): void {
  for (const { name, description, cache } of schemes) {
    bind(SecurityScheme).toConstantValue({ name, scheme: description, required: false });
    if (cache === undefined) continue;
    bind(ManagedCache).toConstantValue({
      name,
      manager: "security",
      target: "TokenCache",
      statistics: () => cache.statistics(),
      clear: () => cache.clear?.(),
    });
  }
}

function bindReport({ bind }: ContainerModuleLoadOptions, paths: Readonly<Record<string, AccessRule>>): void {
  bind(AccessReport).toConstantValue(new AccessReport());
  bind(ActuatorEndpoint).toResolvedValue((report) => new AccessEndpoint(report), [AccessReport]);
  bind(RouteRules).toResolvedValue(
    ({ security }, report, logger) => routeRules(paths, { denyByDefault: security.denyByDefault, report, logger }),
    [EspalierProperties, AccessReport, Logger],
  );
}

function routeRules(
  paths: Readonly<Record<string, AccessRule>>,
  { denyByDefault, report, logger }: {
    readonly denyByDefault: boolean;
    readonly report: AccessReport;
    readonly logger: Logger;
  },
): RouteRules {
  const log = logger.forCategory("espalier.security");
  const onGuarded = () => {
    const { ways, unguarded } = report;
    const fields = { unguarded: unguarded.slice(0, maxReported).map(({ kind, name }) => `${kind} ${name}`) };
    log.info(`Access points: ${ways.length}, without a rule: ${unguarded.length}`, fields);
  };
  return new RouteRules({ paths, denyByDefault, report, onGuarded });
}

async function start(container: Container, schemes: readonly AuthenticationScheme[]): Promise<void> {
  const stopped = new AbortController();
  container.get(Lifecycle).onDrain(() => stopped.abort(new DOMException("The service stops", "AbortError")));
  const logger = container.get(Logger).forCategory("espalier.security");
  const { http } = container.get(EspalierProperties);
  const origins = new OriginGuard(http, new CorsPolicy(http));
  const crossSiteRefusal = origins.refusal.bind(origins);
  container.bind(StartedSchemes).toConstantValue(schemes).onDeactivation(async (started) => {
    for (const scheme of started) await (scheme as Partial<AsyncDisposable>)[Symbol.asyncDispose]?.();
  });
  // The container deactivates only beans that were resolved.
  container.get(StartedSchemes);
  for (const scheme of schemes) await scheme.start?.({ logger, signal: stopped.signal, crossSiteRefusal });
}

function requireSchemes(schemes: readonly AuthenticationScheme[]): void {
  if (!Array.isArray(schemes) || schemes.length === 0) {
    throw new TypeError(
      `Cannot install security() as "schemes" must name a scheme, such as jwt(…): current value is ${
        describeValue(schemes)
      }`,
    );
  }
  const names = schemes.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return;
  throw new TypeError(`Cannot install security() as the names of schemes must differ: "${twice}" is there twice`);
}
