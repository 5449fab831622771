import { ContainerModule } from "../../../../deps.ts";
import { describeValue, HealthContributor, installOnce, Logger } from "../../../kernel/mod.ts";
import { ApplicationEvents } from "../application_events.ts";
import { ApplicationListener } from "../application_listener.ts";
import { EventObserver } from "../event_observer.ts";
import { bindEvents } from "../feature.ts";
import { listenAfterCommit, listenTo } from "../listen_to.ts";
import { EventExternalized } from "./event_externalized.ts";
import { EventTransport } from "./event_transport.ts";
import { externalizationOf } from "./externalized.ts";
import { ExternalizedMessage } from "./externalized_message.ts";
import { externalizedRoute } from "./externalized_route.ts";

/**
 * Sends events of classes marked with `@Externalized` to a broker, after the publisher's transaction has committed.
 * With `eventPublications()` each arrives at least once; a failure to send is tried again.
 *
 * @param transport where events go, for example `natsJetStream(…)`
 * @throws TypeError when it is installed twice: each event would be sent twice
 */
export function externalization(transport: EventTransport): ContainerModule {
  return new ContainerModule((container) => {
    installOnce("externalization()", container);
    if (!container.isBound(ApplicationEvents)) bindEvents(container);
    const { bind } = container;
    bind(EventTransport).toConstantValue(transport).onDeactivation(async (used) => {
      await used[Symbol.asyncDispose]();
    });
    bind(ApplicationListener).toResolvedValue(
      (events: ApplicationEvents, used: EventTransport, observers: EventObserver[]) =>
        translator({ events, transport: used, observers }),
      [ApplicationEvents, EventTransport, { serviceIdentifier: EventObserver, isMultiple: true }],
    );
    bind(ApplicationListener).toResolvedValue(
      (events: ApplicationEvents, used: EventTransport, logger: Logger) =>
        sender({ events, transport: used, logger: logger.forCategory("espalier.events") }),
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
}

/** Publishes the message beside the event, in the publisher's transaction. */
function translator({ events, transport, observers }: TranslatorParts): ApplicationListener {
  const translate = async (event: object) => {
    const mark = externalizationOf(event)!;
    // The mark stands on the event's own class, so its functions take the event.
    const given = event as never;
    const traceparent = observers.map((observer) => observer.capture?.().traceparent).find((found) => found);
    const message = new ExternalizedMessage({
      ...externalizedRoute(mark.target, event),
      headers: {
        "content-type": "application/json",
        "event-type": event.constructor.name,
        ...(traceparent === undefined ? {} : { traceparent }),
        ...mark.headers?.(given),
      },
      payload: payloadOf(event, mark.payload === undefined ? event : await mark.payload(given)),
    });
    transport.requireSendable?.(message);
    await events.publish(message);
  };
  return listenTo(Object, translate, { condition: (event) => externalizationOf(event) !== undefined });
}

interface SenderParts {
  readonly events: ApplicationEvents;
  readonly transport: EventTransport;
  readonly logger: Logger;
}

/** Sends the message, then says so; whoever can't take that must not make it be sent again. */
function sender({ events, transport, logger }: SenderParts): ApplicationListener {
  const send = async (message: ExternalizedMessage, id: string) => {
    await transport.send(message, id);
    try {
      await events.publish(new EventExternalized(message, id));
    } catch (error) {
      logger.error("A listener of a message that was sent failed: the message is not sent again", { id, error });
    }
  };
  return listenAfterCommit(ExternalizedMessage, send, { id: "externalization", transaction: "none" });
}

/** What a mark makes of an event is sent, whatever it is: to send the event instead might tell secrets. */
function payloadOf(event: object, value: unknown): string {
  const text: string | undefined = JSON.stringify(value, asJson);
  if (text !== undefined) return text;
  throw new TypeError(
    `Cannot send ${event.constructor.name} as its payload must be a JSON value: current value is ${
      describeValue(value)
    }`,
  );
}

/** What JSON would refuse or lose: big integers and bytes as texts, maps as objects, sets as lists. */
function asJson(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Uint8Array) return value.toBase64();
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}
