import {
  type Application,
  type Container,
  type ContainerModule,
  createApp,
  createContainer,
  LeveledLogger,
  Logger,
  type LogRecord,
} from "@espalier/espalier";
import { SubscriptionBus, subscriptions, type SubscriptionsOptions } from "@espalier/espalier/subscriptions";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { hasPostgres, postgresUrl } from "../data/stores.ts";
import { hasNats, natsServers } from "../events/nats_server.ts";
import { beans } from "../graphql/graphql_app.ts";

const redisAddress = { hostname: "127.0.0.1", port: 6379 } as const;

/** Whether Redis is there. */
export const hasRedis: boolean = await Deno.connect(redisAddress).then(
  (connection) => (connection.close(), true),
  () => false,
);

/** Options of a test's own: nothing else hears its events. */
export interface OwnBroker extends AsyncDisposable {
  readonly options: SubscriptionsOptions;
}

/** A kind of broker that several instances share. */
export interface BrokerKind {
  readonly name: "nats" | "postgres" | "redis";
  readonly isThere: boolean;
  make(): OwnBroker;
}

/** A name that no other test has. */
export function ownName(): string {
  return `test_${crypto.randomUUID().slice(0, 8)}`;
}

/** Deletes a stream of NATS, if it is there. */
export async function deleteStream(name: string): Promise<void> {
  const client = await connect({ servers: [...natsServers] });
  const { streams } = await jetstreamManager(client);
  await streams.delete(name).catch(() => undefined);
  await client.close();
}

const nothing = { [Symbol.asyncDispose]: () => Promise.resolve() };

/** The brokers at their usual ports. */
export const brokerKinds: readonly BrokerKind[] = [
  {
    name: "nats",
    isThere: hasNats,
    make: () => {
      const name = ownName();
      return {
        options: { prefix: name, nats: { servers: natsServers, stream: name, storage: "memory" } },
        [Symbol.asyncDispose]: () => deleteStream(name),
      };
    },
  },
  {
    name: "postgres",
    isThere: hasPostgres,
    make: () => ({ options: { prefix: ownName(), postgres: { url: postgresUrl } }, ...nothing }),
  },
  {
    name: "redis",
    isThere: hasRedis,
    make: () => ({ options: { prefix: ownName(), redis: { url: "redis://127.0.0.1:6379" } }, ...nothing }),
  },
];

/** An instance of a service. */
export interface Instance extends AsyncDisposable {
  readonly app: Application;
  readonly container: Container;
  readonly bus: SubscriptionBus;
  readonly logged: readonly LogRecord[];
}

/** Starts an instance whose bus has the given options. */
export async function instance(
  options: SubscriptionsOptions = {},
  ...modules: readonly ContainerModule[]
): Promise<Instance> {
  const logged: LogRecord[] = [];
  const logging = beans(({ bind }) => {
    bind(Logger).toConstantValue(new LeveledLogger({ "": "DEBUG" }, (record) => void logged.push(record)));
  });
  const container = createContainer(logging, subscriptions(options), ...modules);
  const app = await createApp(container);
  const bus = container.get(SubscriptionBus);
  return { app, container, bus, logged, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** Registers a test for the bus within a process, and for each broker. */
export function onEveryBus(name: string, test: (options: SubscriptionsOptions) => Promise<void>): void {
  Deno.test(`${name} [memory]`, () => test({}));
  onEveryBroker(name, test);
}

/** Registers a test for each broker that instances share. */
export function onEveryBroker(name: string, test: (options: SubscriptionsOptions) => Promise<void>): void {
  for (const { name: kind, isThere, make } of brokerKinds) {
    Deno.test({
      name: `${name} [${kind}]`,
      ignore: !isThere,
      fn: async () => {
        await using broker = make();
        await test(broker.options);
      },
    });
  }
}

/** Takes a number of events of a stream. */
export async function take<T>(stream: AsyncIterator<T>, count: number): Promise<T[]> {
  const events: T[] = [];
  while (events.length < count) {
    const { done, value } = await stream.next();
    if (done) break;
    events.push(value);
  }
  return events;
}
