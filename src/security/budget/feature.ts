import { type Container, ContainerModule } from "../../../deps.ts";
import { accessRequest, type Authentication, type Principal, RequestBudget } from "../../context/mod.ts";
import { ClientAddresses, CorsPolicy, HttpInterceptor } from "../../http/mod.ts";
import {
  checkOptions,
  describeValue,
  EspalierProperties,
  installOnce,
  isInstalled,
  Lifecycle,
  Logger,
  StartupTask,
} from "../../kernel/mod.ts";
import { BudgetInterceptor } from "./budget_interceptor.ts";
import { BucketBudget } from "./bucket_budget.ts";
import { MemoryBuckets } from "./memory_buckets.ts";
import { RedisBuckets, type RedisBudgetOptions } from "./redis_buckets.ts";

/** A client, for the choice of its bucket. */
export interface BudgetClient {
  /** Name, scopes and roles of the caller; those of the anonymous principal without credentials. */
  readonly principal: Principal;
  /** The authentication of the caller; `undefined` without credentials. */
  readonly authentication: Authentication | undefined;
  /** The client's address; behind trusted proxies (`http.trustedProxies`) the forwarded one. */
  readonly address: string | undefined;
  /** Headers of the request. */
  readonly headers: Headers;
}

/** How much clients may cost. */
export interface BudgetOptions {
  /** Capacity of a bucket: a request costs 1, a GraphQL operation also its calculated cost. */
  readonly capacity: number;
  /** Refill rate, per second. */
  readonly perSecond: number;
  /**
   * The key of a bucket: the `"principal"` (the default; the address for unauthenticated callers), the `"address"`, or
   * the result of a function; `undefined` is not limited.
   */
  readonly by?: "principal" | "address" | ((client: BudgetClient) => string | undefined);
  /** Name in the headers `RateLimit` and `RateLimit-Policy`; `"default"` by default. */
  readonly name?: string;
  /** Maximum number of buckets in memory; 100,000 by default. */
  readonly maxKeys?: number;
  /** Keeps the buckets in Redis, for several instances; in memory by default. */
  readonly redis?: RedisBudgetOptions;
}

/**
 * The feature that limits the cost of each client's requests, on all transports: a token bucket is charged with the
 * calculated cost of an operation before its execution, and corrected by the actual cost. A client without tokens
 * receives 429.
 *
 * @param options capacity, refill rate, and the key of buckets
 * @returns a module for `createContainer`
 * @throws TypeError when an option does not exist, RangeError when a number is none that can be used
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { budget } from "@espalier/espalier/security";
 *
 * await using app = await createApp(createContainer(budget({ capacity: 1, perSecond: 0.1, by: () => "everybody" })));
 * await app.fetch(new Request("http://localhost/"));
 * const response = await app.fetch(new Request("http://localhost/"));
 * console.log(response.status, response.headers.get("retry-after")); // 429 "10"
 * ```
 */
export function budget(options: BudgetOptions): ContainerModule {
  checkBudget(options);
  return new ContainerModule((module) => {
    installOnce("budget()", module);
    const { bind, isBound } = module;
    bind(StartupTask).toConstantValue({
      name: "budget: open the buckets",
      order: -800,
      run: (container) => open(container, options),
    });
    bind(HttpInterceptor).toResolvedValue(
      (counted, { http, graphql }) =>
        new BudgetInterceptor(
          counted,
          new CorsPolicy(http),
          isInstalled("graphql()", { isBound }) ? graphql.path : undefined,
        ),
      [RequestBudget, EspalierProperties],
    );
  });
}

async function open(container: Container, options: BudgetOptions): Promise<void> {
  const { redis, by = "principal", name = "default", maxKeys = 100_000, capacity, perSecond } = options;
  const limits = { capacity, perSecond };
  const logger = container.get(Logger).forCategory("espalier.security");
  const store = redis === undefined
    ? new MemoryBuckets(limits, maxKeys)
    : await RedisBuckets.connect(redis, limits, logger);
  container.get(Lifecycle).onDrain(() => store[Symbol.asyncDispose]());
  const addresses = new ClientAddresses(container.get(EspalierProperties).http);
  const keyOf = keyFunction(by);
  container.bind(RequestBudget).toConstantValue(
    new BucketBudget({
      store,
      limits,
      name,
      refusesWhenAway: redis?.whenAway === "closed",
      keyOf: ({ authentication, remoteAddress, headers }) =>
        keyOf({
          principal: accessRequest(authentication).principal,
          authentication,
          address: addresses.of({ remoteAddress, headers }),
          headers,
        }),
    }),
  );
}

function keyFunction(by: NonNullable<BudgetOptions["by"]>): (client: BudgetClient) => string | undefined {
  if (typeof by === "function") {
    return (client) => {
      const key = by(client);
      return key === undefined ? undefined : `k:${key}`;
    };
  }
  const byAddress = ({ address }: BudgetClient) => `a:${address ?? ""}`;
  if (by === "address") return byAddress;
  return (client) => {
    const { authentication, principal } = client;
    if (authentication === undefined || authentication.isAnonymous) return byAddress(client);
    return `p:${authentication.scheme ?? ""}:${principal.name}`;
  };
}

function checkBudget(options: BudgetOptions): void {
  checkOptions<BudgetOptions>("budget()", options, {
    capacity: true,
    perSecond: true,
    by: true,
    name: true,
    maxKeys: true,
    redis: true,
  });
  const { capacity, perSecond, maxKeys = 1, name = "default", by = "principal" } = options;
  for (const [option, value] of Object.entries({ capacity, perSecond, maxKeys })) {
    if (Number.isFinite(value) && value > 0) continue;
    throw new RangeError(
      `Cannot install budget() as "${option}" must be a number > 0: current value is ${describeValue(value)}`,
    );
  }
  if (!/^[\w-]{1,64}$/.test(name)) {
    throw new TypeError(
      `Cannot install budget() as "name" must be letters, digits, "_" and "-": current value is "${name}"`,
    );
  }
  if (typeof by === "function" || by === "principal" || by === "address") return;
  throw new TypeError(
    `Cannot install budget() as "by" must be "principal", "address" or a function: current value is ${
      describeValue(by)
    }`,
  );
}
