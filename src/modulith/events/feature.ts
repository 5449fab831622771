import { type Container, ContainerModule, type ContainerModuleLoadOptions } from "../../../deps.ts";
import { Database, Transactions } from "../../data/mod.ts";
import {
  ContainerPreparation,
  EspalierProperties,
  inOrder,
  installOnce,
  isInstalled,
  Lifecycle,
  Logger,
  StartupTask,
} from "../../kernel/mod.ts";
import { AfterCommitDelivery } from "./after_commit_delivery.ts";
import { ApplicationEvents } from "./application_events.ts";
import { DefaultApplicationEvents } from "./default_application_events.ts";
import { DirectDelivery } from "./direct_delivery.ts";
import { ContainerEventListenerRegistry, EventListenerRegistry } from "./event_listener_registry.ts";
import { EventObserver } from "./event_observer.ts";
import { listenerTransactions } from "./listener_transactions.ts";
import { deliveryLimits } from "./scheduling/delivery_limits.ts";

/**
 * Installs application events: binds `ApplicationEvents` and finds the listeners at start-up.
 *
 * Loading it twice has no further effect.
 *
 * @example
 * ```ts
 * import { ContainerModule, createApp, createContainer } from "@espalier/espalier";
 * import { ApplicationEvents, ApplicationListener, events, listenTo } from "@espalier/espalier/modulith";
 *
 * class OrderPlaced {
 *   constructor(readonly orderId: string) {}
 * }
 * const listeners = new ContainerModule(({ bind }) => {
 *   bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, ({ orderId }) => console.log("placed", orderId)));
 * });
 * await using app = await createApp(createContainer(events(), listeners));
 * await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1")); // placed o-1
 * ```
 */
export function events(): ContainerModule {
  return new ContainerModule((options) => {
    if (!options.isBound(ApplicationEvents)) bindEvents(options);
  });
}

/** Binds what `events()` installs. */
export function bindEvents({ bind, isBound }: ContainerModuleLoadOptions): void {
  installOnce("events()", { bind, isBound });
  bind(ApplicationEvents).toResolvedValue(
    (registry: EventListenerRegistry, afterCommit: AfterCommitDelivery, observers: EventObserver[]) =>
      new DefaultApplicationEvents({ registry, afterCommit, observers: inOrder(observers) }),
    [EventListenerRegistry, AfterCommitDelivery, { isMultiple: true, serviceIdentifier: EventObserver }],
  );
  if (!isBound(AfterCommitDelivery)) {
    bind(AfterCommitDelivery).toResolvedValue(
      (
        ...[logger, lifecycle, { events: properties }, transactions, database]: [
          Logger,
          Lifecycle,
          EspalierProperties,
          Transactions | undefined,
          Database | undefined,
        ]
      ) =>
        new DirectDelivery({
          transactions: listenerTransactions(transactions),
          limits: deliveryLimits(properties, database),
          properties,
          lifecycle,
          logger: logger.forCategory("espalier.events"),
        }),
      [
        Logger,
        Lifecycle,
        EspalierProperties,
        { serviceIdentifier: Transactions, optional: true },
        { serviceIdentifier: Database, optional: true },
      ],
    ).onDeactivation((delivery) => (delivery as DirectDelivery).close());
  }
  bind(ContainerPreparation).toConstantValue({ name: "events: prepare", prepare: bindRegistry });
  bind(StartupTask).toConstantValue({ name: "events: find listeners", order: 100, run: start });
}

function bindRegistry(container: Container): void {
  if (container.isBound(EventListenerRegistry)) return;
  container.bind(EventListenerRegistry).toConstantValue(new ContainerEventListenerRegistry(container));
}

async function start(container: Container): Promise<void> {
  const registry = container.get(EventListenerRegistry);
  await registry.ready();
  requireStore(container, registry);
  const delivery = await container.getAsync(AfterCommitDelivery);
  container.get(Lifecycle).onDrain(() => delivery.settled());
}

/** Rejects scheduled tasks without a store: every instance would run the task, and its last run would be unknown. */
function requireStore(container: Container, { listeners }: EventListenerRegistry): void {
  const task = listeners.find(({ schedule }) => schedule !== undefined);
  if (task === undefined || isInstalled("eventPublications()", container)) return;
  throw new Error(`Cannot run "${task.id}" as scheduled tasks need a store: install eventPublications()`);
}
