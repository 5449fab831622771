import { HostCheck, HttpListener } from "../http/mod.ts";
import { checkOptions, describeValue, developmentLink, EspalierProperties, Lifecycle, Logger } from "../kernel/mod.ts";
import { Admission } from "./admission.ts";
import type { Application } from "./application.ts";
import { ProcessMembers } from "./processes/process_members.ts";
import { onStopSignal } from "./stop_signals.ts";
import { StartupError } from "./startup_error.ts";
import { withStrictTransportSecurity } from "./strict_transport_security.ts";
import { TlsFiles } from "./tls_files.ts";
import { reportStartup } from "./startup_report.ts";
import { logUncaughtErrors } from "./uncaught_errors.ts";

/** Where and how to listen. */
export interface ServeOptions {
  /** Address to bind; `"0.0.0.0"` for all interfaces. By default `http.hostname`: only this machine can connect. */
  readonly hostname?: string;
  /** Port to listen on, by default `http.port`; 0 lets the system choose. */
  readonly port?: number;
  /** Stops the server when aborted, like {@linkcode RunningServer.stop}. */
  readonly signal?: AbortSignal;
  /**
   * Number of processes that serve together on the port, on Linux; 1 by default. The others run the same main module with
   * the same flags, so each makes an application of its own. Needs `--unstable-net`, and the permissions
   * `--allow-run=<path of deno>`, `--allow-env=ESPALIER_PROCESS` and `--allow-net` for 127.0.0.1.
   */
  readonly processes?: number;
  /** Whether not to say where it listens and what it offers: a block in a terminal, a line of the log elsewhere. */
  readonly quiet?: boolean;
}

/** A listening server. */
export interface RunningServer extends AsyncDisposable {
  /** The address that is bound. */
  readonly hostname: string;
  /** The port that is bound. */
  readonly port: number;
  /** For example `http://localhost:8080`; `https:` where a certificate is configured. */
  readonly url: string;
  /** Resolves when the server has stopped. */
  readonly finished: Promise<void>;
  /**
   * Stops at once, without `http.drainDelayMs`: no new connections, requests in flight finish and their answers are sent, streams close, beans are
   * deactivated. What clients have not read `http.drainTimeoutMs` later is not waited for.
   */
  stop(): Promise<void>;
}

/**
 * Serves an application until SIGTERM or SIGINT, then stops it gracefully and lets the process end with code 0. After
 * SIGTERM readiness refuses traffic first, and requests are served for `http.drainDelayMs` more, so that load balancers
 * lose none. While it stops, another SIGTERM changes nothing; another SIGINT, a second later or more, ends the process at
 * once.
 *
 * With `http.tlsCertificateFile` and `http.tlsKeyFile` it answers over TLS, by HTTP/2 where the client offers it, and
 * serves with a renewed certificate without a restart.
 *
 * Errors that nothing catches are logged and do not end the process (`http.keepServingOnUncaughtErrors`), and when the
 * system refuses connections, for want of file descriptors, the server listens again.
 *
 * @param app what `createApp` returned
 * @param options address and port
 * @returns the listening server
 * @throws TypeError when an argument is not what it must be
 * @throws StartupError when it can't listen there, saying what is needed
 *
 * @example
 * ```ts
 * import { createApp, createContainer, serve } from "@espalier/espalier";
 *
 * const app = await createApp(createContainer());
 * const server = await serve(app, { port: 0 }); // 0: a free port; 8080 by default
 * const response = await fetch(server.url);
 * console.log(response.status, (await response.json()).title); // 404 "Not Found": nothing is installed
 * await server.stop();
 * ```
 */
export async function serve(app: Application, options: ServeOptions = {}): Promise<RunningServer> {
  checkArguments(app, options);
  const { http } = app.container.get(EspalierProperties);
  const { hostname = http.hostname, port = http.port, signal, quiet = false, processes = 1 } = options;
  const members = ProcessMembers.of(app, processes);
  const reusePort = http.reusePort || members !== undefined;
  const { listener, tls } = await listen(app, { hostname, port: members?.sharedPort ?? port, reusePort });
  app.container.get(HostCheck).allow(hostname);
  const { monitor } = app.container.get(Admission);
  monitor.start();
  const stopLogging = logUncaughtErrors(app);
  const finished = Promise.withResolvers<void>();
  let isAllRead = true;
  const stop = onceOnly(() => {
    signal?.removeEventListener("abort", stop);
    const served = stopServing(app, listener).then((isRead) => void (isAllRead = isRead));
    const stopped = Promise.all([served, members?.stop(), tls?.close()]).then(() => {}).finally(() => {
      ignoreSignals();
      monitor.stop();
      stopLogging();
    });
    finished.resolve(stopped);
    return stopped;
  });
  const ignoreSignals = onStopSignal((name) => terminate(name));
  const terminate = async (name: Deno.Signal) => {
    members?.terminate(name);
    if (name === "SIGTERM") await serveUntilUnready(app, finished.promise);
    await stop();
    if (!isAllRead) endProcessSoon();
  };
  signal?.addEventListener("abort", stop);
  await startMembers(members, { port: listener.port, stop, terminate: () => void terminate("SIGTERM"), finished });
  const url = `${tls === undefined ? "http" : "https"}://${nameInUrl(hostname)}:${listener.port}`;
  if (!quiet && members?.isFirst !== false) reportStartup(app, url);
  developmentLink()?.ready(url);
  return { hostname, port: listener.port, url, finished: finished.promise, stop, [Symbol.asyncDispose]: stop };
}

function nameInUrl(hostname: string): string {
  if (["127.0.0.1", "0.0.0.0", "::"].includes(hostname)) return "localhost";
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}

function checkArguments(app: Application, options: ServeOptions): void {
  if (typeof app?.fetch !== "function") {
    throw new TypeError(
      `Cannot serve as the first argument must be an application, await createApp(…): current value is ${
        describeValue(app)
      }`,
    );
  }
  checkOptions("serve", options, { hostname: true, port: true, signal: true, quiet: true, processes: true });
}

interface Members {
  readonly port: number;
  readonly stop: () => Promise<void>;
  readonly terminate: () => void;
  readonly finished: PromiseWithResolvers<void>;
}

/** Waits until all processes serve, or until this one is told to stop before. */
async function startMembers(
  members: ProcessMembers | undefined,
  { finished, ...parts }: Members,
): Promise<void> {
  try {
    await Promise.race([members?.start(parts), finished.promise]);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

function checkPort(port: unknown): void {
  if (Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535) return;
  throw new TypeError(
    `Cannot use option "port" of serve as it must be an integer from 0 to 65535: current value is ${
      describeValue(port)
    }`,
  );
}

async function listen(
  app: Application,
  { hostname, port, reusePort }: { hostname: string; port: number; reusePort: boolean },
): Promise<{ readonly listener: HttpListener; readonly tls: TlsFiles | undefined }> {
  try {
    checkPort(port);
    const { http } = app.container.get(EspalierProperties);
    const logger = app.container.get(Logger).forCategory("espalier.app");
    const tls = await TlsFiles.open(http, logger);
    if (reusePort) checkReusePort();
    const where = { hostname, port, reusePort, logger };
    if (tls === undefined) return { listener: new HttpListener({ ...where, fetch: app.fetch }), tls };
    const fetch = withStrictTransportSecurity(app.fetch, http.hstsMaxAgeSeconds);
    const listener = new HttpListener({ ...where, fetch, tls: tls.current });
    tls.watch(listener);
    return { listener, tls };
  } catch (cause) {
    await app[Symbol.asyncDispose]();
    // The messages of these errors already name the remedy.
    if (cause instanceof TypeError || cause instanceof StartupError || cause instanceof Deno.errors.NotCapable) {
      throw cause;
    }
    throw new StartupError(`Cannot listen on ${hostname}:${port} as ${refusal(cause)}`, cause);
  }
}

/** Deno ends a process that shares a port without this flag. */
function checkReusePort(): void {
  // The flag defines this function.
  if ("listenDatagram" in Deno) return;
  throw new StartupError(
    "Cannot share the port as http.reusePort needs an unstable interface of Deno: " +
      'run with --unstable-net, or add "net" to "unstable" in deno.json',
    undefined,
  );
}

function refusal(cause: unknown): string {
  if (cause instanceof Deno.errors.AddrInUse) {
    return "the port is in use: stop the other process or choose another port";
  }
  if (cause instanceof Deno.errors.PermissionDenied) {
    return "the system keeps the port for privileged processes: choose one from 1024 on";
  }
  return `option "hostname" must be an address of this machine, such as "127.0.0.1" or "0.0.0.0": ${
    cause instanceof Error ? cause.message : cause
  }`;
}

/** Time for connections to close after the drain timeout, in milliseconds. */
const closingMs = 1_000;

/** Turns readiness and serves on until load balancers have noticed, or the server is stopped otherwise. */
async function serveUntilUnready(app: Application, stopped: Promise<void>): Promise<void> {
  const { drainDelayMs } = app.container.get(EspalierProperties).http;
  app.container.get(Lifecycle).announceStop();
  const delay = Promise.withResolvers<void>();
  const timer = setTimeout(delay.resolve, drainDelayMs);
  await Promise.race([delay.promise, stopped]);
  clearTimeout(timer);
}

/** Stops, and returns whether clients have read all responses. */
async function stopServing(app: Application, listener: HttpListener): Promise<boolean> {
  const { drainTimeoutMs } = app.container.get(EspalierProperties).http;
  const logger = app.container.get(Logger).forCategory("espalier.app");
  const deadline = performance.now() + drainTimeoutMs;
  // The server would close WebSockets at once: first what runs on them may finish. New requests are refused.
  await app[Symbol.asyncDispose]();
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => {
    logger.warn(`Stopped with response bodies that clients had not read after ${drainTimeoutMs} ms`);
    late.resolve(false);
  }, Math.max(deadline - performance.now(), Math.min(closingMs, drainTimeoutMs)));
  const isRead = await Promise.race([listener.shutdown().then(() => true), late.promise]);
  clearTimeout(timer);
  return isRead;
}

/** Time for what waits for `finished`, in milliseconds. */
const lastWordsMs = 1_000;

// A connection whose client does not read cannot be closed, and keeps the process alive until the client disconnects.
function endProcessSoon(): void {
  Deno.unrefTimer(setTimeout(() => Deno.exit(), lastWordsMs) as unknown as number);
}

function onceOnly(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => running ??= task();
}
