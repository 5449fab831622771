import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  type EspalierPropertiesInput,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, StatementListener, Transactions } from "@espalier/espalier/data";
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

/** No retry and no check besides those that a test asks for. */
export const fast = {
  retryDelayMs: 3_600_000,
  maxRetryDelayMs: 3_600_000,
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
  properties: EspalierPropertiesInput = {},
): Promise<Shop> {
  const features = [data(options), eventPublications({ ...fast, ...given }), actuator({ diskSpace: false })];
  const app = await createApp(createContainer(...features, new ContainerModule(bindings)), {
    properties: { logging: { level: "OFF" }, ...properties },
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

/** Makes what failed due, as if its pause were over. */
export async function passPauses({ app }: Shop): Promise<void> {
  await app.container.get(Database).execute(
    "update event_publication set next_attempt_date = 0 where status = 'FAILED'",
  );
}

/** Asks again until an answer satisfies, without a fixed pause. */
export async function until<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<void> {
  while (!isDone(await ask())) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Sees how often an application looks after leases, three times per lease: tests wait for that and not for the clock. */
export class LeaseWatch {
  #looks = 0;
  readonly #waiting = new Set<() => void>();

  /** Binds what sees it. */
  readonly bind: ConstructorParameters<typeof ContainerModule>[0] = ({ bind }) => {
    bind(StatementListener).toConstantValue((text) => {
      if (!text.startsWith("select held.owner")) return;
      this.#looks++;
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    });
  };

  /** Resolves after so many looks from now on. */
  async next(looks = 1): Promise<void> {
    for (const last = this.#looks + looks; this.#looks < last;) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }
}
