import { type Container, ContainerModule } from "../../deps.ts";
import { type AccessRule, authenticated, inRootContext } from "../context/mod.ts";
import { type HttpExchange, HttpInterceptor, HttpRoute } from "../http/mod.ts";
import {
  checkOptions,
  ContainerPreparation,
  EspalierProperties,
  installOnce,
  isInstalled,
  LogObservers,
  withoutTrailingSlashes,
} from "../kernel/mod.ts";
import type { ConsoleHandler } from "./console_handler.ts";
import { LogLines } from "./log_lines.ts";
import { ServiceHistory } from "./service_history.ts";
import { TrafficMeter } from "./traffic_meter.ts";

/** What the console is installed with. */
export interface ConsoleOptions {
  /**
   * The rule for the console's pages and data: `authenticated()` by default outside of the development preset, and no
   * rule in it.
   */
  readonly access?: AccessRule;
}

/**
 * Installs the console at `/console`: health, traffic, traces, logs, events, configuration and beans of the service,
 * for people. It is on in the development preset, or where `console.enabled` says so; outside of the development preset
 * it needs `security()`. Its pages are loaded at the first request.
 *
 * The console reads the same endpoints as the actuator, in process: neither `actuator.exposureInclude` nor
 * `actuator.port` is about it.
 *
 * @param options the access rules
 * @returns a module for the container
 * @throws TypeError when an option does not exist
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { console as consolePages } from "@espalier/espalier/console";
 *
 * await using app = await createApp(createContainer(consolePages()), { properties: { preset: "development" } });
 * const page = await app.fetch(new Request("http://localhost/console"));
 * globalThis.console.log(page.headers.get("content-type")); // text/html; charset=utf-8
 * await page.body?.cancel();
 * ```
 */
export function console(options: ConsoleOptions = {}): ContainerModule {
  checkOptions<ConsoleOptions>("console()", options, { access: true });
  return new ContainerModule((module) => {
    installOnce("console()", module);
    // First, so that the console records all log lines of start-up.
    module.bind(ContainerPreparation).toConstantValue({
      name: "console: install",
      order: -1_000,
      prepare: (container) => prepare(container, options),
    });
  });
}

function prepare(container: Container, options: ConsoleOptions): void {
  const { preset, console } = container.get(EspalierProperties);
  if (!console.enabled) return;
  const isDevelopment = preset === "development";
  if (!isDevelopment && !isInstalled("security()", container)) {
    throw new TypeError(
      `Cannot serve the console as it shows the service's inside: current preset is "${preset}". Install security(), ` +
        'or set console.enabled to false, or the preset to "development"',
    );
  }
  const basePath = withoutTrailingSlashes(console.basePath);
  if (basePath === "") {
    throw new TypeError('Cannot serve the console at the root: current value of console.basePath is "/"');
  }
  const traffic = new TrafficMeter(basePath);
  const history = new ServiceHistory(traffic);
  const lines = new LogLines(console.maxLogLines);
  container.bind(HttpInterceptor).toConstantValue(traffic);
  // Resolve the bean, as the container deactivates only resolved beans at the end.
  container.bind(ServiceHistory).toConstantValue(history).onDeactivation((each) => each[Symbol.dispose]());
  container.get(ServiceHistory);
  container.get(LogObservers).observe((record) => lines.add(record));
  let handler: Promise<ConsoleHandler> | undefined;
  const load = async () => {
    const { ConsoleHandler } = await import("./console_handler.ts");
    return new ConsoleHandler({ container, basePath, traffic, history, lines });
  };
  const handle = async (exchange: HttpExchange, path: string) =>
    await (await (handler ??= inRootContext(load))).handle(exchange, path);
  bindRoutes(container, { basePath, handle, access: options.access ?? (isDevelopment ? undefined : authenticated()) });
}

interface ConsoleRoutes {
  readonly basePath: string;
  readonly access: AccessRule | undefined;
  readonly handle: (exchange: HttpExchange, path: string) => Promise<Response>;
}

function bindRoutes(container: Container, { basePath, access, handle }: ConsoleRoutes): void {
  const rule = access === undefined ? { hasOwnRules: true } : { access };
  container.bind(HttpRoute).toConstantValue({
    ...rule,
    path: basePath,
    title: "Console",
    handle: (exchange) => handle(exchange, ""),
  });
  container.bind(HttpRoute).toConstantValue({
    ...rule,
    path: `${basePath}/{*path}`,
    handle: (exchange, { path = "" }) => handle(exchange, path),
  });
}
