import { type Container, ContainerModule, type ServiceIdentifier } from "../../../deps.ts";
import { AccessScoped, AuditLog } from "../../context/mod.ts";
import { ClientAddresses, HttpInterceptor } from "../../http/mod.ts";
import {
  ActuatorEndpoint,
  checkOptions,
  describeValue,
  EspalierProperties,
  inOrder,
  installOnce,
  isInstalled,
  Lifecycle,
  LogContext,
  Logger,
  type MaybePromise,
  type Ordered,
  StartupTask,
  token,
} from "../../kernel/mod.ts";
import { AuditEndpoint } from "./audit_endpoint.ts";
import { AuditEvent } from "./audit_event.ts";
import { AuditInterceptor } from "./audit_interceptor.ts";
import { type AuditStore, DatabaseAuditStore, MemoryAuditStore } from "./audit_store.ts";
import { type AuditSinks, AuditTrail } from "./audit_trail.ts";
import { AuditedAuthentications, type AuthenticationEvents } from "./audited_authentications.ts";
import { Retention } from "./retention.ts";

/** Receives each audit record, to send it elsewhere in addition to the table or instead of it. */
export interface AuditListener extends Ordered {
  /**
   * Receives one audit record.
   *
   * @param event the record; called in the transaction that stores it, and an exception fails the write
   */
  recorded(event: AuditEvent): MaybePromise<void>;
}

/** Identifier of the {@linkcode AuditListener} beans. */
export const AuditListener: ServiceIdentifier<AuditListener> = token<AuditListener>("AuditListener");

/** The recorded events, and their storage. */
export interface AuditOptions {
  /** The recorded authentications: failed ones (the default), all, or none. */
  readonly authentication?: AuthenticationEvents;
  /** Whether refused accesses are recorded: 401, 403, `FORBIDDEN` and `UNAUTHORIZED`; by default they are. */
  readonly denials?: boolean;
  /** Whether mutations of GraphQL are recorded; by default they are. */
  readonly mutations?: boolean;
  /** Whether records of mutations contain the arguments, except secret ones; true by default. */
  readonly arguments?: boolean;
  /** Whether each mutation and its record form one transaction; by default only with `whenSinkFails: "refuse"`. */
  readonly mutationsInTransaction?: boolean;
  /** Whether changes of exported collections are recorded; by default they are. */
  readonly restWrites?: boolean;
  /** Whether changes at the actuator are recorded, the administration of events included; by default they are. */
  readonly actuator?: boolean;
  /**
   * The behavior if a record cannot be stored: `"warn"` (the default) logs it and continues, `"refuse"` rolls the
   * change back, if it is part of the same transaction, and responds with 503.
   */
  readonly whenSinkFails?: "warn" | "refuse";
  /** The storage of records: the table `audit_event` of the database, the default if there is one, or memory. */
  readonly store?: "database" | "memory";
  /** Whether a missing table is created at start-up; true by default. */
  readonly createTable?: boolean;
  /** Retention time of records, in days; 0 retains them forever. 90 by default. */
  readonly retentionDays?: number;
  /** Maximum number of records in memory; 1,000 by default. */
  readonly maxInMemory?: number;
  /** Maximum number of records that wait to be written; 1,000 by default. */
  readonly maxPending?: number;
  /** Maximum time of a write, in milliseconds; 5,000 by default. */
  readonly timeoutMs?: number;
}

/**
 * The feature that records the actions of callers: failed authentications, denied accesses, mutations, changes of
 * exported
 * collections and operations at the actuator, and the calls of `AuditLog.record`.
 *
 * @param options the recorded events, and their storage
 * @returns a module for `createContainer`
 * @throws TypeError when an option does not exist, RangeError when a number is none that can be used
 *
 * @example
 * ```ts
 * import { createApp, createContainer, data } from "@espalier/espalier";
 * import { audit, AuditLog } from "@espalier/espalier/security";
 *
 * await using app = await createApp(createContainer(data(), audit({ whenSinkFails: "refuse" })));
 * const log = app.container.get(AuditLog);
 * await log.record({ type: "KEY_ROTATED", resource: "keys/7" });
 * console.log((await log.find()).map(({ type, resource }) => `${type} ${resource}`)); // ["KEY_ROTATED keys/7"]
 * ```
 */
export function audit(options: AuditOptions = {}): ContainerModule {
  checkAudit(options);
  return new ContainerModule((module) => {
    const { bind, isBound } = module;
    installOnce("audit()", module);
    if (!isBound(AccessScoped)) bind(AccessScoped).toConstantValue(true);
    bind(AuditTrail).toResolvedValue(
      (properties, logger, logContext) => newTrail(options, { properties, logger, logContext }),
      [EspalierProperties, Logger, LogContext],
    ).inSingletonScope();
    bind(AuditLog).toResolvedValue((trail) => trail, [AuditTrail]).inSingletonScope();
    bind(AuditedAuthentications).toResolvedValue(
      (log) => new AuditedAuthentications(log, options.authentication ?? "failures"),
      [AuditLog],
    );
    bind(ActuatorEndpoint).toResolvedValue((log) => new AuditEndpoint(log), [AuditLog]);
    bind(HttpInterceptor).toResolvedValue(
      (log, { http, actuator: { basePath } }) =>
        new AuditInterceptor({
          log,
          addresses: new ClientAddresses(http),
          denials: options.denials ?? true,
          actuatorPath: options.actuator === false || basePath === "" ? undefined : `${basePath}/`,
        }),
      [AuditLog, EspalierProperties],
    );
    bind(StartupTask).toConstantValue({
      name: "audit: open the store",
      // After the database is open, and before the first recorded action.
      order: -950,
      run: (container) => open(container, options),
    });
  });
}

interface TrailParts {
  readonly properties: EspalierProperties;
  readonly logger: Logger;
  readonly logContext: LogContext;
}

function newTrail(options: AuditOptions, { properties, logger, logContext }: TrailParts): AuditTrail {
  const { whenSinkFails = "warn", timeoutMs = 5_000, maxPending = 1_000 } = options;
  const refuses = whenSinkFails === "refuse";
  return new AuditTrail({
    actions: {
      mutations: options.mutations ?? true,
      mutationsInTransaction: options.mutationsInTransaction ?? refuses,
      arguments: options.arguments ?? true,
      restWrites: options.restWrites ?? true,
      denials: options.denials ?? true,
    },
    refuses,
    timeoutMs,
    maxPending,
    logger: logger.forCategory("espalier.audit"),
    logContext,
    addresses: new ClientAddresses(properties.http),
  });
}

async function open(container: Container, options: AuditOptions): Promise<void> {
  const trail = container.get(AuditTrail);
  const store = await openStore(container, options);
  trail.open({ store, listeners: await listenersOf(container) });
  const lifecycle = container.get(Lifecycle);
  lifecycle.onDrain(() => trail.flush());
  const { retentionDays = 90 } = options;
  if (retentionDays === 0) return;
  const retention = new Retention(trail, retentionDays, container.get(Logger).forCategory("espalier.audit"));
  retention.start();
  lifecycle.onDrain(() => retention.stop());
}

async function openStore(container: Container, options: AuditOptions): Promise<AuditStore> {
  const { store = isInstalled("data()", container) ? "database" : "memory", createTable = true } = options;
  if (store === "memory") return new MemoryAuditStore(options.maxInMemory ?? 1_000);
  // The data area is loaded only if there is a database.
  const { Database, ...queries } = await import("../../data/mod.ts");
  if (!container.isBound(Database)) {
    throw new TypeError('Cannot keep audit records in a database as data() must be installed: use store: "memory"');
  }
  const database = await container.getAsync(Database);
  if (createTable) await database.createTables(AuditEvent);
  return new DatabaseAuditStore(database, database.repository<AuditEvent, string>(AuditEvent), queries);
}

async function listenersOf(container: Container): Promise<AuditSinks["listeners"]> {
  const beans = container.isBound(AuditListener) ? inOrder(await container.getAllAsync(AuditListener)) : [];
  const listeners: AuditSinks["listeners"][number][] = beans.map((bean) => (event) => bean.recorded(event));
  if (!isInstalled("events()", container)) return listeners;
  const { ApplicationEvents } = await import("../../modulith/mod.ts");
  // Created lazily: later start-up tasks may create its observers.
  return [...listeners, async (event) => await (await container.getAsync(ApplicationEvents)).publish(event)];
}

function checkAudit(options: AuditOptions): void {
  checkOptions<AuditOptions>("audit()", options, {
    authentication: true,
    denials: true,
    mutations: true,
    arguments: true,
    mutationsInTransaction: true,
    restWrites: true,
    actuator: true,
    whenSinkFails: true,
    store: true,
    createTable: true,
    retentionDays: true,
    maxInMemory: true,
    maxPending: true,
    timeoutMs: true,
  });
  const { retentionDays = 1, maxInMemory = 1, maxPending = 1, timeoutMs = 1 } = options;
  for (const [name, value] of Object.entries({ maxInMemory, maxPending, timeoutMs, retentionDays })) {
    if (Number.isFinite(value) && (value > 0 || name === "retentionDays" && value === 0)) continue;
    throw new RangeError(
      `Cannot install audit() as "${name}" must be a number > 0: current value is ${describeValue(value)}`,
    );
  }
  requireOneOf("authentication", options.authentication, ["failures", "all", "none"]);
  requireOneOf("whenSinkFails", options.whenSinkFails, ["warn", "refuse"]);
  requireOneOf("store", options.store, ["database", "memory"]);
}

function requireOneOf(name: string, value: unknown, known: readonly unknown[]): void {
  if (value === undefined || known.includes(value)) return;
  throw new TypeError(
    `Cannot install audit() as "${name}" must be one of ${
      known.map((each) => `"${each}"`).join(", ")
    }: current value ` +
      `is ${describeValue(value)}`,
  );
}
