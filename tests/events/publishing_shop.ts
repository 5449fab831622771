import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Transactions } from "@espalier/espalier/data";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  type EventPublication,
  EventPublications,
  eventPublications,
  type EventPublicationsOptions,
} from "@espalier/espalier/modulith";
import type { OwnDatabase } from "./sql_stores.ts";

export class Address {
  constructor(readonly city: string) {}
  get label() {
    return `in ${this.city}`;
  }
}
describeType(Address, { city: t.string });

/** An event with a class, a date and a big integer in it. */
export class OrderPlaced {
  constructor(
    readonly orderId: string,
    readonly address = new Address("Bergen"),
    readonly placed = new Date(0),
    readonly cents = 12n,
  ) {}
}
describeType(OrderPlaced, { orderId: t.string, address: t.object(() => Address) });

/** Retries as fast as they can be, and no check besides those that a test asks for. */
export const fast = {
  retryDelayMs: 1,
  checkIntervalMs: 3_600_000,
  leaseMs: 3_600_000,
} satisfies EventPublicationsOptions;

/** An application that stores its publications, and what tests do with it. */
export interface Shop extends AsyncDisposable {
  readonly app: Application;
  publish(event: object): Promise<void>;
  settled(): Promise<void>;
  publications: EventPublications;
}

/** Starts an application with a database, listeners and settings. */
export async function shop(
  { options }: OwnDatabase,
  bindings: ConstructorParameters<typeof ContainerModule>[0],
  given: EventPublicationsOptions = {},
): Promise<Shop> {
  const features = [data(options), eventPublications({ ...fast, ...given }), actuator({ diskSpace: false })];
  const app = await createApp(createContainer(...features, new ContainerModule(bindings)), {
    properties: { logging: { level: "OFF" } },
  });
  const { container } = app;
  // What start-up takes up is taken: from here on only the test says when.
  await container.get(EventPublications).resubmitDue();
  return {
    app,
    publications: container.get(EventPublications),
    publish: (event) => container.get(Transactions).run(() => container.get(ApplicationEvents).publish(event)),
    settled: () => container.get(AfterCommitDelivery).settled(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** What tests compare of a publication. */
export function brief({ listenerId, status, completionAttempts, failure }: EventPublication) {
  return { listenerId, status, completionAttempts, failure };
}

/** Asks again until an answer satisfies, without a fixed pause. */
export async function until<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<void> {
  while (!isDone(await ask())) await new Promise((resolve) => setTimeout(resolve, 1));
}
