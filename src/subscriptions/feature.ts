import { type Container, ContainerModule } from "../../deps.ts";
import { Database, databaseAt, Transactions } from "../data/mod.ts";
import { checkOptions, HealthContributor, installOnce, Logger, StartupTask } from "../kernel/mod.ts";
import { SubscriptionBroker } from "./broker.ts";
import { DefaultSubscriptionBus, type SubscriptionBusParts } from "./default_subscription_bus.ts";
import { MemoryBroker, type MemorySubscriptionOptions } from "./memory_broker.ts";
import { NatsBroker, type NatsSubscriptionOptions } from "./nats_broker.ts";
import { PostgresBroker } from "./postgres_broker.ts";
import { RedisBroker, type RedisSubscriptionOptions } from "./redis_broker.ts";
import type { SubscriberLimits } from "./subscriber.ts";
import { SubscriptionBus } from "./subscription_bus.ts";
import { SubscriptionBusUnavailableError } from "./subscription_bus_unavailable_error.ts";

/** Which PostgreSQL carries events. */
export interface PostgresSubscriptionOptions {
  /** For example `postgres://user@host/shop`; by default the database of `data()`. */
  readonly url?: string;
  /** Maximum time until a new topic is listened to, in milliseconds; 5,000 by default. */
  readonly timeoutMs?: number;
}

/** The transport of events, within the process or through one broker, and the queue of each subscriber. */
export interface SubscriptionsOptions {
  /** Within the process: the default. */
  readonly memory?: MemorySubscriptionOptions;
  /** Through NATS JetStream: at least once, with a log from which clients resume. */
  readonly nats?: NatsSubscriptionOptions;
  /** Through `LISTEN` and `NOTIFY` of PostgreSQL: at most once. */
  readonly postgres?: PostgresSubscriptionOptions;
  /** Through channels of Redis: at most once. */
  readonly redis?: RedisSubscriptionOptions;
  /** Prefix of subjects at the broker; `"espalier.subscriptions"` by default. It must differ between services. */
  readonly prefix?: string;
  /** Whether the application starts without its broker (`"continue"`, the default) or fails to (`"fail"`). */
  readonly whenAway?: "continue" | "fail";
  /** Maximum number of events that wait for one subscriber; 1,000 by default. */
  readonly maxQueuedEvents?: number;
  /** Maximum size of these events, in characters of JSON; 4,194,304 by default. */
  readonly maxQueuedCharacters?: number;
  /** Maximum size of an event, in characters of JSON; 524,288 by default. */
  readonly maxEventCharacters?: number;
  /**
   * The behavior if a subscriber's queue is full: the subscription ends with an error (`"end"`, the default), or the
   * oldest events are dropped.
   * With NATS and within the process neither: its events are read from the log.
   */
  readonly whenSlow?: "end" | "drop-oldest";
  /**
   * What happens to subscribers after the connection to PostgreSQL or Redis broke, when they may have missed events:
   * they
   * get an error (`"end"`, the default), or go on.
   */
  readonly whenInterrupted?: "end" | "continue";
}

/**
 * Binds the {@linkcode SubscriptionBus}.
 *
 * @param options which broker carries the events; none by default
 * @throws TypeError if an option does not exist, or several brokers are given
 *
 * @example
 * ```ts
 * import { createApp, createContainer, t } from "@espalier/espalier";
 * import { SubscriptionBus, subscriptions, topic } from "@espalier/espalier/subscriptions";
 *
 * const stockChanged = topic("stock.{bookId}", t.int);
 * const container = createContainer(subscriptions());
 * await using _app = await createApp(container);
 * const bus = container.get(SubscriptionBus);
 * await using changes = await bus.subscribe(stockChanged, { bookId: "pg1342" });
 * await bus.publish(stockChanged, { bookId: "pg1342" }, 7);
 * console.log((await changes.next()).value); // 7
 * ```
 */
export function subscriptions(options: SubscriptionsOptions = {}): ContainerModule {
  checkSubscriptionsOptions(options);
  return new ContainerModule((module) => {
    const { bind } = module;
    installOnce("subscriptions()", module);
    bind(SubscriptionBroker).toResolvedValue(
      (logger: Logger, databases: Database[]) =>
        brokerOf(options, { logger: logger.forCategory(category), database: databases[0] }),
      [Logger, { serviceIdentifier: Database, isMultiple: true }],
    );
    bind(SubscriptionBus).toResolvedValue(
      (broker: SubscriptionBroker, logger: Logger, transactions: Transactions[]) =>
        busOf(options, { broker, logger: logger.forCategory(category), transactions: transactions[0] }),
      [SubscriptionBroker, Logger, { serviceIdentifier: Transactions, isMultiple: true }],
    ).onDeactivation(closeBus);
    bind(HealthContributor).toResolvedValue((broker) => ({
      name: "subscriptions",
      async health() {
        await broker.check();
        return { status: "UP" as const, details: { broker: broker.name } };
      },
    }), [SubscriptionBroker]);
    bind(StartupTask).toConstantValue({
      name: "subscriptions: connect to the broker",
      run: (container) => startBroker(container, options),
    });
  });
}

const category = "espalier.subscriptions";

async function closeBus(bus: SubscriptionBus): Promise<void> {
  if (bus instanceof DefaultSubscriptionBus) await bus[Symbol.asyncDispose]();
}

async function startBroker(container: Container, { whenAway }: SubscriptionsOptions): Promise<void> {
  // The bus closes its broker when the application stops.
  container.get(SubscriptionBus);
  try {
    await container.get(SubscriptionBroker).start();
  } catch (error) {
    if (whenAway === "fail" || !(error instanceof SubscriptionBusUnavailableError)) throw error;
    const logger = container.get(Logger).forCategory(category);
    logger.warn("Starting without the broker of subscriptions: connecting is retried", { error });
  }
}

const brokers = ["memory", "nats", "postgres", "redis"] as const;

function checkSubscriptionsOptions(options: SubscriptionsOptions): void {
  checkOptions("subscriptions()", options, {
    memory: true,
    nats: true,
    postgres: true,
    redis: true,
    prefix: true,
    whenAway: true,
    maxQueuedEvents: true,
    maxQueuedCharacters: true,
    maxEventCharacters: true,
    whenSlow: true,
    whenInterrupted: true,
  });
  const given = brokers.filter((name) => options[name] !== undefined);
  if (given.length > 1) {
    throw new TypeError(
      `Cannot use the options of subscriptions() as one broker carries the events: current value is ${
        given.join(", ")
      }`,
    );
  }
  const { prefix = "espalier" } = options;
  if (/^[\w-]+(?:\.[\w-]+)*$/.test(prefix)) return;
  throw new TypeError(
    'Cannot use option "prefix" of subscriptions() as it must be words (letters, digits, _, -) with dots between them: ' +
      `current value is ${JSON.stringify(prefix)}`,
  );
}

function busOf(
  options: SubscriptionsOptions,
  parts: Pick<SubscriptionBusParts, "broker" | "logger" | "transactions">,
): DefaultSubscriptionBus {
  const maxEventCharacters = options.maxEventCharacters ?? 524_288;
  return new DefaultSubscriptionBus({ ...parts, limits: limitsOf(options), maxEventCharacters });
}

function limitsOf(options: SubscriptionsOptions): SubscriberLimits {
  return {
    maxEvents: options.maxQueuedEvents ?? 1_000,
    maxCharacters: options.maxQueuedCharacters ?? 4_194_304,
    whenSlow: options.whenSlow ?? "end",
    whenInterrupted: options.whenInterrupted ?? "end",
  };
}

interface BrokerSurroundings {
  readonly logger: Logger;
  /** Absent without a database. */
  readonly database: Database | undefined;
}

function brokerOf(options: SubscriptionsOptions, { logger, database }: BrokerSurroundings): SubscriptionBroker {
  const { memory, nats, postgres, redis, prefix = "espalier.subscriptions" } = options;
  if (nats !== undefined) return new NatsBroker(nats, { prefix, logger });
  if (redis !== undefined) return new RedisBroker(redis, { prefix, logger });
  if (postgres === undefined) return new MemoryBroker(memory);
  const own = postgres.url === undefined ? undefined : databaseAt(postgres.url, { maxConnections: 1 });
  const connection = (own ?? database)?.dedicate();
  if (connection?.canListen !== true) {
    throw new TypeError(
      'Cannot use option "postgres" of subscriptions() as there must be a PostgreSQL database, that of data() or one at ' +
        `option "url": current value is ${(own ?? database)?.name ?? "none"}`,
    );
  }
  return new PostgresBroker({ connection, database: own, prefix, timeoutMs: postgres.timeoutMs ?? 5_000 });
}
