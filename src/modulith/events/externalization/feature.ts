import { ContainerModule } from "../../../../deps.ts";
import { HealthContributor } from "../../../kernel/mod.ts";
import { ApplicationEvents } from "../application_events.ts";
import { ApplicationListener } from "../application_listener.ts";
import { EventObserver } from "../event_observer.ts";
import { bindEvents } from "../feature.ts";
import { listenAfterCommit, listenTo } from "../listen_to.ts";
import { EventTransport } from "./event_transport.ts";
import { externalizationOf } from "./externalized.ts";
import { ExternalizedMessage } from "./externalized_message.ts";
import { externalizedRoute } from "./externalized_route.ts";

/**
 * Sends events of classes marked with `@Externalized` to a broker, after the publisher's transaction has committed.
 * With `eventPublications()` each arrives at least once; a failure to send is tried again.
 *
 * @param transport where events go, for example `natsJetStream(…)`
 */
export function externalization(transport: EventTransport): ContainerModule {
  return new ContainerModule((container) => {
    if (!container.isBound(ApplicationEvents)) bindEvents(container);
    const { bind } = container;
    bind(EventTransport).toConstantValue(transport).onDeactivation(async (used) => {
      await used[Symbol.asyncDispose]();
    });
    bind(ApplicationListener).toResolvedValue(
      (events: ApplicationEvents, observers: EventObserver[]) => translator(events, observers),
      [ApplicationEvents, { serviceIdentifier: EventObserver, isMultiple: true }],
    );
    bind(ApplicationListener).toResolvedValue((used) => sender(used), [EventTransport]);
    bind(HealthContributor).toResolvedValue((used) => ({
      name: used.name,
      async health() {
        await used.check();
        return { status: "UP" as const };
      },
    }), [EventTransport]);
  });
}

/** Publishes the message beside the event, in the publisher's transaction. */
function translator(events: ApplicationEvents, observers: readonly EventObserver[]): ApplicationListener {
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
      payload: JSON.stringify(mark.payload?.(given) ?? event, bigintAsText),
    });
    await events.publish(message);
  };
  return listenTo(Object, translate, { condition: (event) => externalizationOf(event) !== undefined });
}

function sender(transport: EventTransport): ApplicationListener {
  const send = (message: ExternalizedMessage, id: string) => transport.send(message, id);
  return listenAfterCommit(ExternalizedMessage, send, { id: "externalization", transaction: "none" });
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
