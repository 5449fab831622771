import {
  AccessDeniedError,
  accessRequest,
  type AccessRule,
  type Authentication,
  requireAccess,
} from "../../context/mod.ts";
import {
  type CorsPolicy,
  type HttpExchange,
  type HttpInterceptor,
  type NextHttpHandler,
  type OriginGuard,
  type PathPattern,
  pathPattern,
  type PathVariables,
  refusalProblem,
  type RequestAuthenticator,
} from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { Challenges } from "./challenges.ts";
import { graphQlRefusal } from "./graphql_refusal.ts";

/** The parts of a {@linkcode SecurityInterceptor}. */
export interface SecurityInterceptorParts {
  readonly authenticator: RequestAuthenticator;
  readonly challenges: Challenges;
  /** Names of the schemes whose credentials browsers send automatically. */
  readonly ambient: ReadonlySet<string>;
  /** Detects cross-site requests. */
  readonly origins: OriginGuard;
  /** Rules by path pattern; the first pattern that matches decides. */
  readonly paths: Readonly<Record<string, AccessRule>>;
  /** Lets cross-origin pages read error responses. */
  readonly cors: CorsPolicy;
  /** Path of the WebSocket endpoint, which enforces the rule itself once the credentials are there. */
  readonly webSocketPath: string | undefined;
  /** Path of the GraphQL endpoint, whose clients receive errors as GraphQL responses. */
  readonly graphQlPath: string | undefined;
}

interface PathRule {
  readonly pattern: PathPattern;
  readonly rule: AccessRule;
}

/** Authenticates every request, applies the rules of its path, and completes the challenges of the response. */
export class SecurityInterceptor implements HttpInterceptor {
  /** Runs outside of the application's interceptors, inside of the span. */
  readonly order = -500;
  readonly isForEveryPort = true;
  readonly #authenticator: RequestAuthenticator;
  readonly #challenges: Challenges;
  readonly #cors: CorsPolicy;
  readonly #ambient: ReadonlySet<string>;
  readonly #origins: OriginGuard;
  readonly #webSocketPath: string | undefined;
  readonly #graphQlPath: string | undefined;
  readonly #rules: readonly PathRule[];

  /** @param parts authentication and rules */
  constructor(parts: SecurityInterceptorParts) {
    this.#authenticator = parts.authenticator;
    this.#challenges = parts.challenges;
    this.#cors = parts.cors;
    this.#ambient = parts.ambient;
    this.#origins = parts.origins;
    this.#webSocketPath = parts.webSocketPath;
    this.#graphQlPath = parts.graphQlPath;
    this.#rules = Object.entries(parts.paths).map(([path, rule]) => ({ pattern: pathPattern(path), rule }));
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    try {
      const response = this.#enter(exchange, next);
      if (!(response instanceof Promise)) return this.#complete(response, exchange);
      return response.then(
        (settled) => this.#complete(settled, exchange),
        (error) => this.#failed(error, exchange),
      );
    } catch (error) {
      return this.#failed(error, exchange);
    }
  }

  #enter(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    // A preflight has no credentials, and its response contains only the policy.
    if (isPreflight(exchange.request)) return next(exchange);
    // An outer interceptor already authenticated the caller.
    if (exchange.authentication !== undefined) return this.#judged(exchange, next);
    const authentication = this.#authenticator.authenticate(new ExchangeCredentials(exchange));
    return authentication instanceof Promise
      ? authentication.then((settled) => this.#known(exchange, settled, next))
      : this.#known(exchange, authentication, next);
  }

  #known(
    exchange: HttpExchange,
    authentication: Authentication | undefined,
    next: NextHttpHandler,
  ): MaybePromise<Response> {
    exchange.authentication = authentication;
    if (authentication?.scheme !== undefined && this.#ambient.has(authentication.scheme)) {
      const refusal = changesSomething(exchange.request) ? this.#origins.refusal(exchange) : undefined;
      if (refusal !== undefined) throw new AccessDeniedError(refusal);
    }
    return this.#judged(exchange, next);
  }

  #judged(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    if (this.#rules.length === 0) return next(exchange);
    for (const { pattern, rule } of this.#rules) {
      const variables = pattern.match(exchange.path);
      if (variables === undefined) continue;
      exchange.isJudged = true;
      if (this.#isDeferred(exchange)) {
        exchange.deferredAccess = (authentication) =>
          requireAccess(rule, accessRequest(authentication, { arguments: variables, source: exchange.request }));
        return next(exchange);
      }
      const decision = this.#decide(rule, exchange, variables);
      return decision instanceof Promise ? decision.then(() => next(exchange)) : next(exchange);
    }
    return next(exchange);
  }

  /** Browsers cannot send headers with a handshake, so the credentials are sent with `connection_init`. */
  #isDeferred({ authentication, path, request }: HttpExchange): boolean {
    return path === this.#webSocketPath && authentication === undefined && request.method === "GET" &&
      request.headers.get("upgrade")?.toLowerCase() === "websocket";
  }

  #decide(rule: AccessRule, exchange: HttpExchange, variables: PathVariables): MaybePromise<void> {
    const { authentication, request } = exchange;
    return requireAccess(rule, accessRequest(authentication, { arguments: variables, source: request }));
  }

  #failed(error: unknown, exchange: HttpExchange): Response {
    const problem = refusalProblem(error, exchange.authentication);
    if (problem === undefined) throw error;
    const response = exchange.path === this.#graphQlPath ? graphQlRefusal(problem, exchange.request) : problem;
    return this.#cors.permit(exchange.request, this.#complete(response, exchange));
  }

  #complete(response: Response, { path }: HttpExchange): Response {
    if (response.status !== 401 && response.status !== 403) return response;
    const given = response.headers.get("www-authenticate");
    if (given !== null) response.headers.set("www-authenticate", this.#challenges.complete(given, path));
    return response;
  }
}

/** The credentials of an HTTP request. */
class ExchangeCredentials {
  readonly #exchange: HttpExchange;

  constructor(exchange: HttpExchange) {
    this.#exchange = exchange;
  }

  get path(): string {
    return this.#exchange.path;
  }

  get method(): string {
    return this.#exchange.request.method;
  }

  get search(): string {
    return this.#exchange.search;
  }

  header(name: string): string | null {
    return this.#exchange.request.headers.get(name);
  }
}

/** Whether a request is more than a safe one (RFC 9110, 9.2.1): a WebSocket carries whatever its page sends. */
function changesSomething({ method, headers }: Request): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS" || headers.get("upgrade") !== null;
}

function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method") && headers.has("origin");
}
