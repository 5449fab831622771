import {
  type Application,
  BatchMapping,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  describeType,
  graphql,
  LeveledLogger,
  LogContext,
  Logger,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  SubscriptionMapping,
  t,
  token,
  WebGraphQlInterceptor,
} from "@espalier/espalier";
import { Database, EntityRepository, StatementListener, Transactions } from "@espalier/espalier/data";
import {
  AsyncLocalAccessor,
  ThreadLocalAccessor,
  TimeoutWebGraphQlInterceptor,
  WebSocketGraphQlRequest,
} from "@espalier/espalier/graphql";
import { HttpInterceptor } from "@espalier/espalier/http";
import {
  ApplicationEvents,
  ApplicationListener,
  events,
  listenAfterCommit,
  listenTo,
} from "@espalier/espalier/modulith";
import { Tracing, tracing } from "@espalier/espalier/observability";
import { exportRepository, RepositoryEventListener, rest } from "@espalier/espalier/rest";
import type { Caller, Witness } from "./witness.ts";

/** How long an operation may take, in milliseconds; `slow` takes longer. */
export const timeoutMs = 40;

class Note {
  id!: string;
  caller!: string;
}
describeType(Note, { id: t.id, caller: t.string }, { id: "id" });

class Notes extends EntityRepository<Note, string> {
  constructor(database: Database) {
    super(database, Note);
  }
}

class Item {
  constructor(readonly caller: Caller, readonly index: number) {}
}

class NoteSaved {
  constructor(readonly caller: Caller) {}
}

/** What a save does on its way. */
class SaveOptions {
  constructor(readonly waitMs: number, readonly isLazy: boolean, readonly fails: boolean) {}
}
describeType(SaveOptions, { waitMs: t.int, isLazy: t.boolean, fails: t.boolean });

const schema = Resource.text(
  "isolation",
  `type Query {
    who(caller: String!): String!
    lazy(caller: String!): String!
    slow(caller: String!): String!
    stored(caller: String!): Int!
    items(caller: String!): [Item!]!
  }
  type Item { index: Int! owner: String! }
  type Mutation { save(caller: String!, options: SaveOptions!): String! }
  input SaveOptions { waitMs: Int!, isLazy: Boolean!, fails: Boolean! }
  type Subscription { ticks(caller: String!, count: Int!): String! }`,
);

let modules = 0;

/** Imports a module that no other call imports. */
async function importSomething(): Promise<void> {
  await import(`data:text/javascript,export default ${modules++}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const caller = param.argument("caller", t.string);

/** Writes log lines, and marks spans. */
class Lines {
  constructor(readonly logger: Logger, readonly tracing: Tracing) {}

  write(where: string, caller: Caller): void {
    this.logger.info(where, { caller });
    this.tracing.activeSpan?.setAttribute("caller", caller);
  }
}

const TheWitness = token<Witness>("Witness");

class IsolationController {
  readonly #witness: Witness;
  readonly #notes: Notes;
  readonly #transactions: Transactions;
  readonly #events: ApplicationEvents;
  readonly #lines: Lines;

  constructor(witness: Witness, notes: Notes, transactions: Transactions, events: ApplicationEvents, lines: Lines) {
    this.#witness = witness;
    this.#notes = notes;
    this.#transactions = transactions;
    this.#events = events;
    this.#lines = lines;
  }

  @QueryMapping({ params: [caller], returns: t.string })
  async who(caller: string): Promise<string> {
    this.#see("fetcher", caller);
    await pause(0);
    this.#see("fetcher", caller);
    return this.#witness.identity.getStore() ?? "";
  }

  @QueryMapping({ params: [caller], returns: t.string })
  async lazy(caller: string): Promise<string> {
    await importSomething();
    this.#see("fetcher after an import", caller);
    return this.#witness.identity.getStore() ?? "";
  }

  @QueryMapping({ params: [caller, param.signal()], returns: t.string })
  async slow(caller: string, signal: AbortSignal): Promise<string> {
    const ended = Promise.withResolvers<void>();
    const timer = setTimeout(ended.resolve, timeoutMs * 5);
    signal.addEventListener("abort", () => {
      this.#see("abort listener", caller);
      ended.resolve();
    }, { once: true });
    await ended.promise;
    clearTimeout(timer);
    this.#see("fetcher after a timeout", caller);
    return "";
  }

  @QueryMapping({ params: [caller], returns: t.int })
  stored(caller: string): Promise<number> {
    this.#see("fetcher", caller);
    return this.#witness.caller.run(caller, () => this.#notes.count());
  }

  @QueryMapping({ params: [caller], returns: t.list(t.object(() => Item)) })
  items(caller: string): Item[] {
    return [0, 1, 2].map((index) => new Item(caller, index));
  }

  @BatchMapping({ source: () => Item, returns: t.string })
  async owner(items: readonly Item[]): Promise<string[]> {
    for (const item of items) this.#see("batch", item.caller);
    await pause(0);
    for (const item of items) this.#see("batch", item.caller);
    return items.map(() => this.#witness.identity.getStore() ?? "");
  }

  @MutationMapping({ params: [caller, param.argument("options", t.object(() => SaveOptions))], returns: t.string })
  async save(caller: string, { waitMs, isLazy, fails }: SaveOptions): Promise<string> {
    await this.#witness.caller.run(caller, () =>
      this.#transactions.run(async () => {
        await this.#notes.save({ id: caller.split("#")[0]!, caller });
        if (isLazy) await importSomething();
        await pause(waitMs);
        await this.#events.publish(new NoteSaved(caller));
        this.#see("transaction", caller);
        if (fails) throw new Error("The transaction is to be rolled back");
      }));
    return this.#witness.identity.getStore() ?? "";
  }

  @SubscriptionMapping({ params: [caller, param.argument("count", t.int)], returns: t.string })
  async *ticks(caller: string, count: number): AsyncGenerator<string> {
    try {
      for (let tick = 0; tick < count; tick++) {
        this.#see("subscription", caller);
        if (tick === 1) await importSomething();
        await pause(1);
        yield this.#witness.identity.getStore() ?? "";
      }
    } finally {
      this.#see("end of a subscription", caller);
    }
  }

  #see(where: string, caller: Caller): void {
    this.#witness.see(where, caller);
    this.#lines.write(where, caller);
  }
}

/** Starts a service that asks all of its code who it works for. */
export function isolatedService(witness: Witness): Promise<Application> {
  const container = createContainer(
    data({ entities: [Note] }),
    events(),
    tracing({ exporters: [witness.exporter()] }),
    graphql({ schema: [schema] }),
    controller(IsolationController, TheWitness, Notes, Transactions, ApplicationEvents, Lines),
    rest(),
    exportRepository(Notes, { writable: true, path: "notes" }),
    identityOfRequests(witness),
    listeners(witness),
  );
  return createApp(container, { properties: { tracing: { sampleRatio: 1 } } });
}

function identityOfRequests({ identity, seeLine }: Witness): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Logger).toResolvedValue(
      (context) => new LeveledLogger({ "": "INFO" }, context.completing((record) => seeLine(record))),
      [LogContext],
    );
    bind(LogContext).toDynamicValue(() => {
      const context = new LogContext();
      context.contribute(() => ({ identity: identity.getStore() ?? "" }));
      return context;
    }).inSingletonScope();
    bind(ThreadLocalAccessor).toConstantValue(
      new AsyncLocalAccessor("identity", identity as ConstructorParameters<typeof AsyncLocalAccessor<string>>[1]),
    );
    // An anonymous request leaves the identity as it is: what an earlier request left behind would be seen.
    bind(HttpInterceptor).toConstantValue({
      order: 0,
      intercept: (exchange, next) => {
        const given = exchange.request.headers.get("x-client");
        return given === null ? next(exchange) : identity.run(given, () => next(exchange));
      },
    });
    bind(WebGraphQlInterceptor).toConstantValue({
      order: 0,
      intercept: (request, next) => {
        const given = request instanceof WebSocketGraphQlRequest ? request.uri.searchParams.get("client") : null;
        return given === null ? next(request) : identity.run(given, () => next(request));
      },
    });
    bind(WebGraphQlInterceptor).toConstantValue(new TimeoutWebGraphQlInterceptor(timeoutMs));
  });
}

function listeners(witness: Witness): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TheWitness).toConstantValue(witness);
    bind(Lines).toResolvedValue((logger, tracing) => new Lines(logger, tracing), [Logger, Tracing]);
    bind(Notes).toResolvedValue((database) => new Notes(database), [Database]);
    bind(StatementListener).toConstantValue(() => witness.seeStatement());
    const told = (where: string) => async (event: NoteSaved) => {
      witness.see(where, event.caller);
      await pause(0);
      witness.see(where, event.caller);
    };
    const afterCommit = listenAfterCommit(NoteSaved, told("listener after the commit"), { id: "after commit" });
    bind(ApplicationListener).toConstantValue(listenTo(NoteSaved, told("listener")));
    bind(ApplicationListener).toConstantValue(afterCommit);
    const changed = (note: Note) => witness.see("repository listener", note.caller);
    bind(RepositoryEventListener).toConstantValue({
      entityType: () => Note,
      onBeforeCreate: changed,
      onAfterCreate: changed,
      onBeforeSave: changed,
      onAfterSave: changed,
    } as RepositoryEventListener);
  });
}
