import type { Container, ServiceIdentifier } from "../../deps.ts";
import { isContainer } from "../container/mod.ts";
import { guardDeactivations } from "./guard_deactivations.ts";
import {
  type ConnectionInfo,
  HostCheck,
  HttpExchange,
  HttpInterceptor,
  HttpRoute,
  landingPage,
  type NextHttpHandler,
  problem,
  refusalProblem,
  Router,
  RouteRules,
  UnreadBodies,
} from "../http/mod.ts";
import { AccessScoped, inAccessScope, inRootContext, RootContextEntry } from "../context/mod.ts";
import {
  checkOptions,
  ConnectionSource,
  ContainerPreparation,
  describeValue,
  developmentLink,
  EspalierProperties,
  InheritedContext,
  InitialContext,
  inOrder,
  Lifecycle,
  Logger,
  StartupTask,
  StartupTimeline,
} from "../kernel/mod.ts";
import { Admission } from "./admission.ts";
import type { Application } from "./application.ts";
import { checkDependencies } from "./check_dependencies.ts";
import { checkInitializers } from "./check_initializers.ts";
import { checkListeners } from "./check_listeners.ts";
import { checkRoutes } from "./check_routes.ts";
import { closingConnection } from "./closing_connection.ts";
import { explainFailure } from "./explain_failure.ts";
import { FlushConsolidation } from "./flush_consolidation.ts";
import { inOneWrite } from "./in_one_write.ts";
import { sendLongTexts } from "./long_texts.ts";
import { type ApplicationOptions, bindPlatformDefaults } from "./platform_defaults.ts";
import { RequestScope } from "./request_scope.ts";
import { RequestsInFlight, type ResponseEnd } from "./requests_in_flight.ts";
import { StartupError, withServiceFrames } from "./startup_error.ts";

/** A handler for requests, and the requests that it is handling. */
interface EntryPoint {
  readonly handle: NextHttpHandler;
  readonly inFlight: RequestsInFlight;
}

/** The lifecycle state at arrival selects the handler; the request keeps it while its interceptors wait. */
interface EntryPoints {
  /** While the application runs. */
  readonly running: EntryPoint;
  /** While it stops: new requests are rejected. */
  readonly stopping: EntryPoint;
  /** While it is overloaded. */
  readonly overloaded: EntryPoint;
}

/**
 * Starts an application: runs the features' start-up tasks in order and collects the routes.
 *
 * Start-up, requests and shutdown run in the async context of the program's start, whatever the context of the caller
 * is: no `AsyncLocalStorage` carries a value from one request into another. `InheritedContext` beans name the values
 * that requests do inherit from the caller of `fetch`.
 *
 * @param container holds the features and the application's beans; see `createContainer`
 * @param options the application's root and configuration
 * @returns the started application; `Deno.serve(app.fetch)` serves it, `serve(app)` also stops it gracefully
 * @throws TypeError when the first argument is no container or one that was used before, or an option does not exist
 * @throws StartupError when a start-up task fails, naming the task, with what it threw as `reason`
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 *
 * await using app = await createApp(createContainer());
 * const response = await app.fetch(new Request("http://localhost/nothing-here"));
 * console.log(response.status); // 404
 * ```
 */
export async function createApp(container: Container, options: ApplicationOptions = {}): Promise<Application> {
  try {
    checkArguments(container, options);
    return await inRootContext(start, container, options);
  } catch (error) {
    throw withServiceFrames(error);
  }
}

async function start(container: Container, options: ApplicationOptions): Promise<Application> {
  bindPlatformDefaults(container, options);
  const lifecycle = container.get(Lifecycle);
  container.get(StartupTimeline).recordLoading("espalier.program.load");
  try {
    if (developmentLink() !== undefined) (await import("./live_reload.ts")).bindLiveReload(container);
    checkListeners(container);
    checkInitializers(container);
    checkDependencies(container);
    await prepare(container);
    await runStartupTasks(container);
    const routes = await routesOf(container);
    checkRoutes(routes);
    const entryPoints = await entryPointsOf(container, routes);
    countRequests(container, entryPoints);
    const fetch = requestHandler(container, entryPoints, await requestEntry(container));
    lifecycle.started();
    let stopped: Promise<void> | undefined;
    return {
      fetch,
      container,
      routes,
      [Symbol.asyncDispose]: () => stopped ??= inRootContext(stop, container, entryPoints),
    };
  } catch (error) {
    // Close what was opened before the failure.
    lifecycle.stopped();
    await clear(container, lifecycle);
    throw error;
  }
}

function checkArguments(container: Container, options: ApplicationOptions): void {
  if (!isContainer(container)) {
    throw new TypeError(
      `Cannot start the application as createApp must be given a container, createContainer(…): current value is ${
        describeValue(container)
      }`,
    );
  }
  checkOptions("createApp", options, { root: true, properties: true });
  const state = container.isBound(Lifecycle) ? container.get(Lifecycle).state : "starting";
  if (state === "starting") return;
  throw new TypeError(
    `Cannot start the application as its container must be one that no application was started with: its application ` +
      `is ${state}. Make a container for each`,
  );
}

async function routesOf(container: Container): Promise<HttpRoute[]> {
  const routes = await createdBeans(container, HttpRoute, "routes");
  const { landingPage: hasPage } = container.get(EspalierProperties).http;
  const rules = container.isBound(RouteRules) ? container.get(RouteRules) : new RouteRules();
  return rules.guard(hasPage ? inOrder([...routes, ...landingPage(routes)]) : routes);
}

async function prepare(container: Container): Promise<void> {
  for (const preparation of await createdBeans(container, ContainerPreparation, "preparations")) {
    await timed(container, ["espalier.container.prepare", preparation.name], () => preparation.prepare(container));
  }
}

async function runStartupTasks(container: Container): Promise<void> {
  for (const task of await createdBeans(container, StartupTask, "start-up tasks")) {
    await timed(container, ["espalier.startup.task", task.name], () => task.run(container));
  }
}

/** Creates all beans of a kind, in their order. */
function createdBeans<T extends { readonly order?: number }>(
  container: Container,
  kind: ServiceIdentifier<T>,
  name: string,
): Promise<T[]> {
  return timed(
    container,
    ["espalier.beans.make", `make the ${name}`],
    async () => inOrder(await container.getAllAsync(kind)),
  );
}

/** Runs a step of the start and records its times. */
function timed<T>(
  container: Container,
  [kind, task]: readonly [kind: string, task: string],
  run: () => T | Promise<T>,
): Promise<T> {
  return container.get(StartupTimeline).record(kind, { task }, () => step(task, run));
}

async function step<T>(name: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw new StartupError(`Cannot start the application as "${name}" failed: ${explainFailure(cause)}`, cause);
  }
}

async function entryPointsOf(container: Container, routes: readonly HttpRoute[]): Promise<EntryPoints> {
  const lifecycle = container.get(Lifecycle);
  const router = new Router(routes);
  const admission = container.get(Admission);
  const always = routes.filter((route) => route.answersWhileStopping);
  const open = new Router([...always, refusal]);
  const full = new Router([...always, admission.refusal]);
  const interceptors = await createdBeans(container, HttpInterceptor, "interceptors");
  const entryPoint = (routerNow: () => Router): EntryPoint => ({
    handle: interceptors.reduceRight<NextHttpHandler>(
      (next, interceptor) => (exchange) => interceptor.intercept(exchange, next),
      (exchange) => routerNow().handle(exchange),
    ),
    inFlight: new RequestsInFlight(),
  });
  const isScoped = container.isBound(AccessScoped);
  const running = entryPoint(() => lifecycle.state === "stopped" ? open : router);
  const stopping = entryPoint(() => open);
  const overloaded = { ...entryPoint(() => full), inFlight: stopping.inFlight };
  const admitted = admission.limitPerAddress(running.handle, overloaded.handle);
  const handle: NextHttpHandler = isScoped ? (exchange) => inAccessScope(exchange, () => admitted(exchange)) : admitted;
  return { running: { ...running, handle }, stopping, overloaded };
}

/** Shows operators the number of requests that have no response yet. */
function countRequests(container: Container, { running, stopping }: EntryPoints): void {
  const counts = () => ({ active: running.inFlight.count + stopping.inFlight.count });
  container.bind(ConnectionSource).toConstantValue({ kind: "http", name: "requests", counts });
}

function requestHandler(
  container: Container,
  { running, stopping, overloaded }: EntryPoints,
  enter: Awaited<ReturnType<typeof requestEntry>>,
): Application["fetch"] {
  const lifecycle = container.get(Lifecycle);
  const admission = container.get(Admission);
  const currentEntryPoint = (): EntryPoint => {
    if (lifecycle.state !== "running") return stopping;
    return admission.isFull(running.inFlight.count) ? overloaded : running;
  };
  const logger = container.get(Logger).forCategory("espalier.http");
  const hosts = container.get(HostCheck);
  const scope = container.get(RequestScope);
  const failed = (error: unknown) => failureResponse(error, logger);
  const flushes = new FlushConsolidation();
  const bodies = container.get(UnreadBodies);
  const finish = (answer: Response, connection: ConnectionInfo | undefined): Response => {
    const response = lifecycle.isStopAnnounced ? closingConnection(answer) : answer;
    return connection === undefined ? response : inOneWrite(sendLongTexts(response, bodies), connection);
  };
  const end: ResponseEnd = {
    answered: (answer, connection) => flushes.send(finish(answer, connection)),
    failed: (error) => flushes.send(inRootContext(failed, error)),
  };
  return (request: Request, connection?: ConnectionInfo) => {
    if (lifecycle.state === "stopped") return refused();
    const { handle, inFlight } = currentEntryPoint();
    try {
      const exchange = new HttpExchange(request, connection);
      const refusal = hosts.refusal(exchange);
      if (refusal === undefined) return inFlight.track(enter(() => scope.run(exchange, handle)), connection, end);
      inFlight.trackBody(refusal, connection);
      return finish(refusal, connection);
    } catch (error) {
      return inRootContext(failed, error);
    }
  };
}

function failureResponse(error: unknown, logger: Logger): Response {
  const refusal = refusalProblem(error);
  if (refusal !== undefined) return refusal;
  logger.error("Cannot answer a request", { error });
  return problem({ status: 500 });
}

/** Keeps the caller's async context out of requests, except for the values that the application inherits. */
async function requestEntry(container: Container): Promise<<R>(run: () => R | Promise<R>) => Promise<R>> {
  const initial = await container.getAllAsync(InitialContext);
  const inherited = await container.getAllAsync(InheritedContext);
  const root = new RootContextEntry((wait) => initial.reduce((inner, each) => () => each.within(inner), wait)());
  if (inherited.length === 0) return (run) => root.enter(run);
  return (run) => {
    const scopes = inherited.map((value) => value.capture()).filter((scope) => scope !== undefined);
    return root.enter(scopes.reduceRight((inner, scope) => () => scope(inner), run));
  };
}

/** Follows the routes that respond while the application stops. */
const refusal: HttpRoute = { path: "/{*path}", order: Infinity, handle: refused };

function refused(): Response {
  return problem({
    status: 503,
    detail: "The service is stopping",
    headers: { "retry-after": "5", connection: "close" },
  });
}

async function stop(container: Container, { running, stopping }: EntryPoints): Promise<void> {
  const lifecycle = container.get(Lifecycle);
  const logger = container.get(Logger).forCategory("espalier.app");
  const { drainTimeoutMs } = container.get(EspalierProperties).http;
  lifecycle.announceStop();
  const deadline = performance.now() + drainTimeoutMs;
  const [drained] = await Promise.all([lifecycle.drain(drainTimeoutMs), running.inFlight.whenIdle(drainTimeoutMs)]);
  for (const result of [...drained, ...await lifecycle.drain(drainTimeoutMs)]) {
    if (result.status === "rejected") logger.warn("Cannot end open work", { error: result.reason });
  }
  // From here on, no request reaches the beans.
  lifecycle.stopped();
  await stopping.inFlight.whenIdle(deadline - performance.now());
  const unanswered = running.inFlight.count + stopping.inFlight.count;
  if (unanswered > 0) logger.warn(`Stopping with ${unanswered} request(s) unanswered after ${drainTimeoutMs} ms`);
  container.get(UnreadBodies)[Symbol.dispose]();
  await clear(container, lifecycle);
}

/** Deactivates the beans. The lifecycle stays bound: it shows that the container was used by an application. */
async function clear(container: Container, lifecycle: Lifecycle): Promise<void> {
  const logger = container.get(Logger).forCategory("espalier.app");
  const whenDeactivated = guardDeactivations(container, (name, error) => {
    logger.error(`Cannot deactivate bean "${name}"`, { error });
  });
  try {
    await container.unbindAllAsync();
  } catch (error) {
    logger.error("Cannot deactivate the beans", { error });
  }
  await whenDeactivated();
  container.bind(Lifecycle).toConstantValue(lifecycle);
}
