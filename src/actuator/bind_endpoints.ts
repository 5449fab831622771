import type { Container } from "../../deps.ts";
import configuration from "../../deno.json" with { type: "json" };
import { BodyReader, HttpInterceptor } from "../http/mod.ts";
import {
  ActuatorEndpoint,
  ConsoleEndpoint,
  EspalierProperties,
  isInstalled,
  Lifecycle,
  Logger,
  LogLevelTable,
  StartupTimeline,
} from "../kernel/mod.ts";
import { BeansEndpoint } from "./endpoints/beans_endpoint.ts";
import { CachesEndpoint } from "./endpoints/caches_endpoint.ts";
import { ConditionsEndpoint } from "./endpoints/conditions_endpoint.ts";
import { ConfigPropsEndpoint } from "./endpoints/config_props_endpoint.ts";
import { ConnectionsEndpoint } from "./endpoints/connections_endpoint.ts";
import { EnvEndpoint } from "./endpoints/env_endpoint.ts";
import { HeapDumpEndpoint } from "./endpoints/heap_dump_endpoint.ts";
import { LoggersEndpoint } from "./endpoints/loggers_endpoint.ts";
import { MappingsEndpoint } from "./endpoints/mappings_endpoint.ts";
import { ScheduledTasksEndpoint } from "./endpoints/scheduled_tasks_endpoint.ts";
import { StartupEndpoint } from "./endpoints/startup_endpoint.ts";
import { ThreadDumpEndpoint } from "./endpoints/thread_dump_endpoint.ts";
import { HttpExchanges } from "./exchanges/http_exchanges.ts";
import { HttpExchangesEndpoint } from "./exchanges/http_exchanges_endpoint.ts";
import { RecordExchanges } from "./exchanges/record_exchanges.ts";
import { keepOverRestarts } from "./exchanges/kept_exchanges.ts";
import { ReplayEndpoint } from "./exchanges/replay_endpoint.ts";
import { ReplayableRequests } from "./exchanges/replayable_requests.ts";
import { InfoEndpoint } from "./info/info_endpoint.ts";

/** Which endpoints are installed. */
export interface InstalledEndpoints {
  /** Whether all are, or those alone that `actuator.exposureInclude` names. */
  readonly all: boolean;
  /** Members of `/actuator/info` that the application was installed with. */
  readonly info: Record<string, unknown>;
}

/**
 * Binds the endpoints beside health. Those that are not installed are there for the console, which asks them in
 * process. What collects something is bound only where a property asks for it.
 *
 * @param container the application's container
 * @param installed which endpoints are installed
 */
export function bindEndpoints(container: Container, { all, info }: InstalledEndpoints): void {
  const properties = container.get(EspalierProperties);
  const endpoints: ActuatorEndpoint[] = [
    new InfoEndpoint(container, info),
    new BeansEndpoint(container),
    new CachesEndpoint(container),
    new ConditionsEndpoint(container),
    new ConfigPropsEndpoint(properties),
    new ConnectionsEndpoint(container),
    new EnvEndpoint(properties),
    new MappingsEndpoint(container),
    new ScheduledTasksEndpoint(container),
    new StartupEndpoint(container.get(StartupTimeline), configuration.version),
    new ThreadDumpEndpoint(container),
  ];
  const logger = container.get(Logger);
  if (container.isBound(LogLevelTable)) endpoints.push(loggersEndpoint(container, properties));
  if (properties.actuator.heapDump) endpoints.push(new HeapDumpEndpoint(properties, logger));
  if (properties.actuator.httpExchanges > 0) endpoints.push(recordExchanges(container, properties));
  for (const endpoint of endpoints) {
    const isInstalled = all || properties.actuator.exposureInclude.includes(endpoint.id);
    container.bind(isInstalled ? ActuatorEndpoint : ConsoleEndpoint).toConstantValue(endpoint);
  }
}

/** Maximum size of a body that sets a log level, in bytes. */
const maxBodyBytes = 4_096;

function loggersEndpoint(container: Container, { http }: EspalierProperties): ActuatorEndpoint {
  const bodies = new BodyReader({ ...http, maxBodyBytes });
  container.get(Lifecycle).onDrain(() => bodies[Symbol.dispose]());
  return new LoggersEndpoint(container.get(LogLevelTable), container.get(Logger), bodies);
}

function recordExchanges(container: Container, properties: EspalierProperties): ActuatorEndpoint {
  const exchanges = new HttpExchanges(properties.actuator.httpExchanges);
  container.bind(HttpExchanges).toConstantValue(exchanges);
  const isReplayable = properties.preset === "development";
  const requests = isReplayable ? new ReplayableRequests(properties.actuator.httpExchanges) : undefined;
  const { actuator, graphql, console } = properties;
  const paths = { actuator, graphql, ...(isInstalled("console()", container) && { console }) };
  const recorder = new RecordExchanges(exchanges, paths, requests);
  container.bind(HttpInterceptor).toConstantValue(recorder);
  if (requests === undefined) return new HttpExchangesEndpoint(exchanges);
  keepOverRestarts(exchanges, requests);
  return new ReplayEndpoint(exchanges, requests, recorder);
}
