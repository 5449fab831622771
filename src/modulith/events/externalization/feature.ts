import { ContainerModule } from "../../../../deps.ts";
import { asJson, checkOptions, describeValue, HealthContributor, installOnce, Logger } from "../../../kernel/mod.ts";
import { ApplicationEvents } from "../application_events.ts";
import { ApplicationListener } from "../application_listener.ts";
import { EventObserver } from "../event_observer.ts";
import { bindEvents } from "../feature.ts";
import { listenAfterCommit, listenTo } from "../listen_to.ts";
import { EventExternalized } from "./event_externalized.ts";
import { EventTransport } from "./event_transport.ts";
import { ExternalizationRules, type ExternalizedClass } from "./externalize.ts";
import { ExternalizedMessage } from "./externalized_message.ts";

/** The options of `externalization()`. */
export interface ExternalizationFeatureOptions {
  /** Classes configured by `externalize`, whose events are sent without `@Externalized`. */
  readonly events?: readonly ExternalizedClass[];
  /**
   * `"key"` sends messages with the same target and key one after another in the order of their publication, `"all"`
   * all messages. By default there is no order.
   */
  readonly order?: "key" | "all";
}

/**
 * Sends events of classes marked with `@Externalized` to a broker, after the publisher's transaction has committed.
 * With `eventPublications()` each arrives at least once; a failure to send is retried.
 *
 * @param transport sends the messages, for example `natsJetStream(…)`
 * @param options classes without `@Externalized`, order
 * @throws TypeError when it is installed twice: each event would be sent twice
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import {
 *   AfterCommitDelivery,
 *   ApplicationEvents,
 *   events,
 *   type EventTransport,
 *   externalization,
 *   Externalized,
 * } from "@espalier/espalier/modulith";
 *
 * @Externalized("orders.placed")
 * class OrderPlaced {
 *   constructor(readonly orderId: string) {}
 * }
 * const transport: EventTransport = {
 *   name: "console",
 *   send: ({ target }) => Promise.resolve(console.log(target)),
 *   check: () => Promise.resolve(),
 *   [Symbol.asyncDispose]: () => Promise.resolve(),
 * };
 * await using app = await createApp(createContainer(events(), externalization(transport)));
 * await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
 * await app.container.get(AfterCommitDelivery).settled(); // orders.placed
 * ```
 */
export function externalization(
  transport: EventTransport,
  options: ExternalizationFeatureOptions = {},
): ContainerModule {
  checkOptions("externalization()", options, { events: true, order: true });
  const rules = new ExternalizationRules(options.events ?? []);
  return new ContainerModule((container) => {
    installOnce("externalization()", container);
    if (!container.isBound(ApplicationEvents)) bindEvents(container);
    const { bind } = container;
    bind(EventTransport).toConstantValue(transport).onDeactivation(async (used) => {
      await used[Symbol.asyncDispose]();
    });
    bind(ApplicationListener).toResolvedValue(
      (events: ApplicationEvents, used: EventTransport, observers: EventObserver[]) =>
        translator({ events, transport: used, observers, rules }),
      [ApplicationEvents, EventTransport, { serviceIdentifier: EventObserver, isMultiple: true }],
    );
    bind(ApplicationListener).toResolvedValue(
      (events: ApplicationEvents, used: EventTransport, logger: Logger) =>
        sender({ events, transport: used, order: options.order, logger: logger.forCategory("espalier.events") }),
      [ApplicationEvents, EventTransport, Logger],
    );
    bind(HealthContributor).toResolvedValue((used) => ({
      name: used.name,
      async health() {
        await used.check();
        return { status: "UP" as const };
      },
    }), [EventTransport]);
  });
}

interface TranslatorParts {
  readonly events: ApplicationEvents;
  readonly transport: EventTransport;
  readonly observers: readonly EventObserver[];
  readonly rules: ExternalizationRules;
}

/** Publishes the message for each externalized event, in the publisher's transaction. */
function translator({ events, transport, observers, rules }: TranslatorParts): ApplicationListener {
  const translate = async (event: object) => {
    const options = rules.optionsOf(event);
    // The options of a class are only called with its events.
    const given = event as never;
    const traceparent = observers.map((observer) => observer.capture?.().traceparent).find((found) => found);
    const message = new ExternalizedMessage({
      ...rules.routeOf(event),
      headers: {
        "content-type": "application/json",
        "event-type": event.constructor.name,
        ...(traceparent === undefined ? {} : { traceparent }),
        ...options.headers?.(given),
      },
      payload: payloadOf(event, options.payload === undefined ? event : await options.payload(given)),
    });
    transport.requireSendable?.(message);
    await events.publish(message);
  };
  return listenTo(Object, translate, { condition: (event) => rules.concerns(event) });
}

interface SenderParts {
  readonly events: ApplicationEvents;
  readonly transport: EventTransport;
  readonly order: ExternalizationFeatureOptions["order"];
  readonly logger: Logger;
}

/** Sends the message, then publishes `EventExternalized`. A listener that fails must not cause a second sending. */
function sender({ events, transport, order, logger }: SenderParts): ApplicationListener {
  const send = async (message: ExternalizedMessage, id: string) => {
    await transport.send(message, id);
    try {
      await events.publish(new EventExternalized(message, id));
    } catch (error) {
      logger.error("A listener of EventExternalized failed: the message is not sent again", { id, error });
    }
  };
  return listenAfterCommit(ExternalizedMessage, send, {
    id: "externalization",
    transaction: "none",
    ...(order === undefined ? {} : { orderedBy: (message) => order === "all" ? "all" : keyOf(message) }),
  });
}

/** The ordering key of a message; a message without a key has no order. */
function keyOf({ target, key }: ExternalizedMessage): string | undefined {
  return key === undefined ? undefined : `${target}::${key}`;
}

/** Fails if the configured payload is not a JSON value: the event itself may contain secrets, so it is no fallback. */
function payloadOf(event: object, value: unknown): string {
  const text: string | undefined = JSON.stringify(value, asJson);
  if (text !== undefined) return text;
  throw new TypeError(
    `Cannot send ${event.constructor.name} as its payload must be a JSON value: current value is ${
      describeValue(value)
    }`,
  );
}
