import { CorsPolicy, type HttpRoute, OriginGuard, problem } from "../../http/mod.ts";
import type { Logger } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { AssociationResource } from "./association_resource.ts";
import { AssociationWrites } from "./association_writes.ts";
import { BinaryResource } from "./binary_resource.ts";
import type { ClientRequests } from "./client_requests.ts";
import { cacheable } from "./cacheable_resource.ts";
import { CollectionResource } from "./collection_resource.ts";
import { ExplorerResource } from "./explorer_resource.ts";
import { failureResponse } from "./failure_response.ts";
import { ItemResource } from "./item_resource.ts";
import { ItemWrites } from "./item_writes.ts";
import { IndexResource, UnacceptableIndex } from "./index_resource.ts";
import { OperationRules, requireOperation, type RuleOfRequest } from "./operation_rules.ts";
import { OpenApiResource } from "./open_api_resource.ts";
import { ProfileResource } from "./profile_resource.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";
import { SearchIndexResource } from "./search_index_resource.ts";
import { SearchResource } from "./search_resource.ts";
import type { WriteAudit } from "./write_audit.ts";

/**
 * Makes the routes of all exported collections.
 *
 * @param context configuration and collections
 */
export function restRoutes(context: RestContext): HttpRoute[] {
  const guard = new RouteGuard(context);
  const { basePath } = context;
  const profile = new ProfileResource(context);
  return [
    // Other pages at this path have precedence.
    guard.route(basePath === "" ? "/" : basePath, new IndexResource(context), { order: 100 }),
    ...(basePath === "" ? [] : [guard.route(`${basePath}/`, new IndexResource(context), { order: 100 })]),
    // Responds with 406 if no other route at this path has a media type that the client accepts.
    guard.route(basePath === "" ? "/" : basePath, new UnacceptableIndex(), { order: Number.MAX_SAFE_INTEGER }),
    guard.route(`${basePath}/profile`, profile),
    guard.route(`${basePath}/profile/{collection}`, profile),
    ...(context.rest.openApi ? [openApiRoute(context, guard)] : []),
    ...(context.rest.explorer ? explorerRoutes(context, guard) : []),
    ...[...context.registry].flatMap((collection) => collectionRoutes(context, collection, guard)),
  ];
}

function openApiRoute(context: RestContext, guard: RouteGuard): HttpRoute {
  return guard.route(`${context.basePath}/openapi.json`, new OpenApiResource(context), { title: "OpenAPI" });
}

function explorerRoutes(context: RestContext, guard: RouteGuard): HttpRoute[] {
  const explorer = new ExplorerResource(context);
  const path = `${context.basePath}/explorer`;
  return [guard.route(path, explorer, { title: "Explorer" }), guard.route(`${path}/{file}`, explorer)];
}

function collectionRoutes(context: RestContext, collection: ExportedCollection, guard: RouteGuard): HttpRoute[] {
  const path = `${context.basePath}/${encodeURI(collection.path)}`;
  const units = context.units(collection);
  const writes = new ItemWrites(context, collection, units);
  const { maxAge } = collection.options;
  const list = cacheable(new CollectionResource(context, collection, writes), maxAge);
  const item = cacheable(new ItemResource(context, collection, writes), maxAge);
  const searches = new SearchIndexResource(context, collection);
  const search = cacheable(new SearchResource(context, collection), maxAge);
  const association = new AssociationResource(context, collection, new AssociationWrites(context, collection, units));
  const rules = new OperationRules(collection);
  const hasOwnRules = collection.access.isRuled;
  const audit = context.auditOf(collection);
  const ruled = (ruleOf: RuleOfRequest) => ({ ruleOf, hasOwnRules, ...(audit === undefined ? {} : { audit }) });
  return [
    guard.route(path, list, { title: `REST ${collection.rel}`, ...ruled(rules.list) }),
    guard.route(`${path}/`, list, ruled(rules.list)),
    // Without searches, `search` is a valid id of an item.
    ...(collection.searches.size === 0 ? [] : [
      guard.route(`${path}/search`, searches, ruled(rules.search)),
      guard.route(`${path}/search/{name}`, search, ruled(rules.search)),
    ]),
    guard.route(`${path}/{id}`, item, ruled(rules.item)),
    ...[...collection.binaries.values()].map((binary) => {
      const resource = new BinaryResource(context, collection, { binary, writes });
      return guard.route(`${path}/{id}/${encodeURI(binary.path)}`, resource, ruled(rules.binary));
    }),
    guard.route(`${path}/{id}/{association}`, association, ruled(rules.association)),
    guard.route(`${path}/{id}/{association}/{target}`, association, ruled(rules.association)),
  ];
}

/** Encoded NUL characters and halves of surrogate pairs, which no store can hold. */
const unstorable = /%00|%ed%[ab]/i;

interface RouteOptions {
  readonly title?: string;
  readonly order?: number;
  /** Finds the rule of a request. */
  readonly ruleOf?: RuleOfRequest;
  /** Records changes that fail. */
  readonly audit?: WriteAudit;
  /** Whether there are rules for every request, so that denying by default does not apply. */
  readonly hasOwnRules?: boolean;
}

/** Creates routes from resources, with error responses and the check of cross-origin requests. */
class RouteGuard {
  readonly #cors: CorsPolicy;
  readonly #origins: OriginGuard;
  readonly #logger: Logger;
  readonly #requests: ClientRequests;
  readonly #registry: CollectionRegistry;

  /** @param context the configuration */
  constructor({ properties, logger, requests, registry }: RestContext) {
    this.#registry = registry;
    this.#logger = logger;
    this.#requests = requests;
    this.#cors = new CorsPolicy(properties.http);
    this.#origins = new OriginGuard(properties.http, this.#cors);
  }

  /**
   * Makes the route of a resource.
   *
   * @param path the path's pattern
   * @param resource handles the requests
   * @param options the route's name in the startup summary
   */
  route(
    path: string,
    resource: Resource,
    { ruleOf, audit, ...options }: RouteOptions = {},
  ): HttpRoute {
    return {
      path,
      ...options,
      handle: async (exchange, variables) => {
        const { request } = exchange;
        const methods = resource.methodsAt?.(variables) ?? resource.methods;
        const preflight = this.#cors.preflight(request, [...methods, "OPTIONS"]);
        if (preflight !== undefined) return preflight;
        const isSafe = request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
        const refusal = isSafe ? undefined : this.#origins.refusal(exchange);
        if (refusal !== undefined) return problem({ status: 403, detail: refusal });
        if (unstorable.test(exchange.path) || unstorable.test(exchange.search)) {
          const detail = "Cannot read the URL as its text must be Unicode without NUL characters";
          return this.#cors.permit(request, problem({ status: 400, detail }));
        }
        const work = async () => {
          // An unsupported method is 405 for all clients.
          const isOffered = request.method === "OPTIONS" || methods.includes(request.method);
          const rule = isOffered ? ruleOf?.(request, variables) : undefined;
          if (rule !== undefined) await requireOperation(rule, exchange, variables);
          return await resource.handle(exchange, variables);
        };
        const response = await this.#requests.run(request, work, (error) => {
          const failure = failureResponse(error, exchange, this.#registry);
          if (failure === undefined && !isSafe) audit?.failed(exchange, variables, 500);
          if (failure?.status === 503) this.#logger.warn("The store can't be used", { error });
          return failure;
        });
        if (response !== undefined && methods.includes(request.method) && !isSafe) {
          audit?.failed(exchange, variables, response.status);
        }
        return response && this.#cors.permit(request, response);
      },
    };
  }
}
