import type { Container } from "../../deps.ts";
import { HostCheck, UnreadBodies } from "../http/mod.ts";
import {
  ApplicationRoot,
  consoleSink,
  EspalierProperties,
  type EspalierPropertiesInput,
  LeveledLogger,
  Lifecycle,
  LogContext,
  Logger,
  LogLevelTable,
  LogObservers,
  LogSink,
  resolveProperties,
  ServingProcesses,
  StartupTimeline,
  withFallback,
} from "../kernel/mod.ts";
import { Admission } from "./admission.ts";
import { applicationRootOf } from "./application_root_of.ts";
import { isPretty } from "./is_pretty.ts";
import { RequestScope } from "./request_scope.ts";

/** Options of `createApp`. */
export interface ApplicationOptions {
  /** The application's folder, or a module in it: `import.meta.url`. */
  readonly root?: string | URL;
  /** Configuration; keys that are absent keep their defaults. */
  readonly properties?: EspalierPropertiesInput;
}

/**
 * Binds the defaults of every application that the user has not bound: configuration, logger, root, lifecycle.
 *
 * @param container the application's container
 * @param options root and configuration
 * @throws TypeError when the configuration is not valid
 */
export function bindPlatformDefaults(container: Container, options: ApplicationOptions): void {
  const properties = configure(container, options);
  container.bind(StartupTimeline).toConstantValue(new StartupTimeline());
  if (!container.isBound(LogContext)) container.bind(LogContext).toConstantValue(new LogContext());
  container.bind(LogObservers).toConstantValue(new LogObservers());
  if (!container.isBound(Logger)) container.bind(Logger).toConstantValue(loggerFor(container, properties));
  if (options.root !== undefined || !container.isBound(ApplicationRoot)) {
    replace(container, ApplicationRoot, applicationRootOf(options.root));
  }
  container.bind(HostCheck).toConstantValue(new HostCheck(properties.http.allowedHosts));
  container.bind(Admission).toConstantValue(new Admission(properties.http, container.get(Logger)));
  container.bind(UnreadBodies).toConstantValue(new UnreadBodies(properties.http));
  container.bind(RequestScope).toConstantValue(new RequestScope(properties.http.keepServingOnUncaughtErrors));
  container.bind(ServingProcesses).toConstantValue(new ServingProcesses());
  if (!container.isBound(Lifecycle)) container.bind(Lifecycle).toConstantValue(new Lifecycle());
}

function configure(container: Container, options: ApplicationOptions): EspalierProperties {
  const isBound = container.isBound(EspalierProperties);
  if (isBound && options.properties === undefined) return container.get(EspalierProperties);
  if (isBound) {
    throw new TypeError('Cannot use option "properties" as the container binds EspalierProperties: give one of them');
  }
  const properties = resolveProperties(options.properties ?? {});
  container.bind(EspalierProperties).toConstantValue(properties);
  return properties;
}

function replace(container: Container, id: typeof ApplicationRoot, value: ApplicationRoot): void {
  if (container.isBound(id)) container.unbind(id);
  container.bind(id).toConstantValue(value);
}

function loggerFor(container: Container, properties: EspalierProperties): Logger {
  const { logging } = properties;
  const colors = Deno.stdout.isTerminal() && !Deno.noColor;
  const console = consoleSink(isPretty(properties) ? "pretty" : "json", { colors });
  const sink = container.isBound(LogSink) ? withFallback(container.get(LogSink), console) : console;
  const observed = container.get(LogObservers).before(sink);
  const levels = new LogLevelTable({ "": logging.level, ...logging.levels });
  container.bind(LogLevelTable).toConstantValue(levels);
  return new LeveledLogger(levels, container.get(LogContext).completing(observed));
}
