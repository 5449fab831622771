import { type Container, ContainerModule, type ContainerModuleLoadOptions } from "../../../../deps.ts";
import { Database } from "../../../data/mod.ts";
import {
  ActuatorEndpoint,
  checkOptions,
  type Class,
  ConsoleEndpoint,
  EspalierProperties,
  HealthContributor,
  inOrder,
  installOnce,
  Lifecycle,
  Logger,
  type OptionNames,
  ScheduledTaskSource,
  StartupTask,
} from "../../../kernel/mod.ts";
import { AfterCommitDelivery } from "../after_commit_delivery.ts";
import { ApplicationEvents } from "../application_events.ts";
import { EventListenerRegistry } from "../event_listener_registry.ts";
import { EventObserver } from "../event_observer.ts";
import { bindEvents } from "../feature.ts";
import { listenerTransactions } from "../listener_transactions.ts";
import { deliveryLimits } from "../scheduling/delivery_limits.ts";
import { ScheduledRun } from "../scheduled/scheduled.ts";
import { ScheduledTaskList } from "../scheduled/scheduled_task_list.ts";
import { Schedules } from "../scheduled/schedules.ts";
import { EventCodec } from "./event_codec.ts";
import { EventPublications } from "./event_publications.ts";
import { EventPublicationsEndpoint } from "./event_publications_endpoint.ts";
import { EventPublicationStore } from "./event_publication_store.ts";
import { EventSerializer } from "./event_serializer.ts";
import { EventTypes } from "./event_types.ts";
import { JsonEventSerializer } from "./json_event_serializer.ts";
import { PublicationDelivery } from "./publication_delivery.ts";
import { checkSettings, defaultSettings, type PublicationSettings } from "./publication_settings.ts";
import { Housekeeping } from "./housekeeping.ts";
import { PublicationsHealth } from "./publications_health.ts";
import { Resubmission } from "./resubmission.ts";
import { SqlEventPublicationStore } from "./sql_event_publication_store.ts";
import { StoredDelivery } from "./stored_delivery.ts";

/** The options of `eventPublications()`. */
export interface EventPublicationsOptions extends Partial<PublicationSettings> {
  /** Event classes by the names under which they are stored, if those differ from the classes' names. */
  readonly eventTypes?: Readonly<Record<string, Class<object>>>;
  /** Whether to serve `/actuator/eventpublications`, which shows and changes publications; `false` by default. */
  readonly endpoint?: boolean;
}

const optionNames: OptionNames<EventPublicationsOptions> = {
  completionMode: true,
  maxAttempts: true,
  retryDelayMs: true,
  maxRetryDelayMs: true,
  checkIntervalMs: true,
  leaseMs: true,
  batchSize: true,
  eventTypes: true,
  endpoint: true,
};

/**
 * Installs application events whose publications are stored in the application's database: each event is delivered to
 * its after-commit listeners at least once, even if the process crashes. Needs `data()` with a SQL database.
 *
 * @param options retries, leases, event types, endpoint
 * @throws TypeError when an option is invalid
 *
 * @example
 * ```ts
 * import { ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
 * import { Transactions } from "@espalier/espalier/data";
 * import {
 *   ApplicationEvents,
 *   ApplicationListener,
 *   eventPublications,
 *   listenAfterCommit,
 * } from "@espalier/espalier/modulith";
 *
 * class OrderPlaced {
 *   constructor(readonly orderId: string) {}
 * }
 * const shipping = new ContainerModule(({ bind }) => {
 *   bind(ApplicationListener).toConstantValue(
 *     listenAfterCommit(OrderPlaced, ({ orderId }) => console.log("ship", orderId), { id: "shipping" }),
 *   );
 * });
 * await using app = await createApp(createContainer(data(), eventPublications(), shipping));
 * await app.container.get(Transactions).run(async () => {
 *   await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
 * });
 * ```
 */
export function eventPublications(options: EventPublicationsOptions = {}): ContainerModule {
  checkOptions("eventPublications()", options, optionNames);
  const { eventTypes = {}, endpoint = false, ...given } = options;
  const settings = { ...defaultSettings, ...given };
  checkSettings(settings);
  return new ContainerModule((container) => {
    installOnce("eventPublications()", container);
    if (!container.isBound(ApplicationEvents)) bindEvents(container);
    bindStore(container, eventTypes);
    bindDelivery(container, settings);
    bindResubmission(container);
    container.bind(endpoint ? ActuatorEndpoint : ConsoleEndpoint).toResolvedValue(
      (publications) => new EventPublicationsEndpoint(publications),
      [EventPublications],
    );
    container.bind(StartupTask).toConstantValue({
      name: "events: prepare the store of publications",
      // After the database is opened, and before anything can publish.
      order: -900,
      run: prepare,
    });
    container.bind(StartupTask).toConstantValue({ name: "events: take up open publications", order: 900, run: start });
  });
}

function bindStore(
  { bind, isBound }: ContainerModuleLoadOptions,
  named: Readonly<Record<string, Class<object>>>,
): void {
  const types = new EventTypes();
  for (const [name, type] of Object.entries(named)) types.add(type, name);
  if (!isBound(EventSerializer)) bind(EventSerializer).toConstantValue(new JsonEventSerializer());
  bind(EventCodec).toResolvedValue((serializer) => new EventCodec(types, serializer), [EventSerializer]);
  if (!isBound(EventPublicationStore)) {
    bind(EventPublicationStore).toResolvedValue((database) => new SqlEventPublicationStore(database), [Database])
      .onDeactivation(async (store) => await store[Symbol.asyncDispose]());
  }
}

function bindDelivery({ bind, isBound, unbind }: ContainerModuleLoadOptions, settings: PublicationSettings): void {
  bind(PublicationDelivery).toResolvedValue(
    (
      ...[store, schedules, database, lifecycle, logger, { events: properties }]: [
        EventPublicationStore,
        Schedules,
        Database,
        Lifecycle,
        Logger,
        EspalierProperties,
      ]
    ) =>
      new PublicationDelivery({
        store,
        schedules,
        transactions: listenerTransactions(database.transactions),
        settings,
        properties,
        limits: deliveryLimits(properties, database),
        lifecycle,
        logger: logger.forCategory("espalier.events"),
      }),
    [EventPublicationStore, Schedules, Database, Lifecycle, Logger, EspalierProperties],
  ).onDeactivation((delivery) => delivery.close());
  bind(HealthContributor).toResolvedValue((delivery) => new PublicationsHealth(delivery), [PublicationDelivery]);
  if (isBound(AfterCommitDelivery)) unbind(AfterCommitDelivery);
  bind(AfterCommitDelivery).toResolvedValue(
    (delivery, codec, resubmission) => new StoredDelivery(delivery, codec, resubmission),
    [PublicationDelivery, EventCodec, Resubmission],
  );
}

function bindResubmission({ bind }: ContainerModuleLoadOptions): void {
  bind(Schedules).toResolvedValue((store, codec) => new Schedules(store, codec), [EventPublicationStore, EventCodec]);
  bind(Resubmission).toResolvedValue(
    (
      ...[delivery, codec, registry, observers]: [
        PublicationDelivery,
        EventCodec,
        EventListenerRegistry,
        EventObserver[],
      ]
    ) => new Resubmission({ delivery, codec, registry, observers: inOrder(observers) }),
    [PublicationDelivery, EventCodec, EventListenerRegistry, { serviceIdentifier: EventObserver, isMultiple: true }],
  );
  bind(ScheduledTaskSource).toResolvedValue(
    (registry, store) => new ScheduledTaskList(registry, store),
    [EventListenerRegistry, EventPublicationStore],
  );
  bind(EventPublications).toResolvedValue((store, resubmission) => new EventPublications(store, resubmission), [
    EventPublicationStore,
    Resubmission,
  ]);
}

async function prepare(container: Container): Promise<void> {
  await container.get(EventPublicationStore).createTables();
}

async function start(container: Container): Promise<void> {
  const registry = container.get(EventListenerRegistry);
  await registry.ready();
  const { types } = container.get(EventCodec);
  types.add(ScheduledRun, "espalier.ScheduledRun");
  for (const { phase, eventType } of registry.listeners) if (phase === "afterCommit") types.add(eventType);
  const resubmission = container.get(Resubmission);
  const delivery = container.get(PublicationDelivery);
  const housekeeping = new Housekeeping(delivery, resubmission, registry);
  container.get(Lifecycle).onDrain(async () => {
    await Promise.all([resubmission.stop(), housekeeping.stop()]);
    await delivery.settled();
  });
  await resubmission.findUnknown();
  for (const [id, nextMs] of await delivery.schedules.start(registry)) delivery.onWork(id, nextMs + 5);
  delivery.leases.start(() => resubmission.wake(), () => housekeeping.run());
  resubmission.start();
}
