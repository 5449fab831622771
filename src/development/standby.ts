/**
 * Loaded by Deno before the service's main module: loads the modules that the previous process loaded, waits for the
 * command to start the service, and provides its `DevelopmentLink`.
 *
 * @module
 */

import { registerHooks } from "node:module";
import process from "node:process";
import { maxKeptLength, setDevelopmentLink } from "../kernel/mod.ts";
import type { CommandMessage, KeptTexts, ServiceMessage } from "./messages.ts";

/** Debounce delay for reporting loaded modules, in milliseconds. */
const loadedMs = 50;

const producers = new Map<string, () => string>();
const started = Promise.withResolvers<{ readonly kept: KeptTexts; readonly isRestart: boolean }>();
let loading = Promise.resolve();
let isStopping = false;

function send(message: ServiceMessage): void {
  if (process.connected) process.send!(message);
}

/**
 * Loads modules. Errors, such as missing permissions, are ignored: the service loads the module itself and reports
 * them.
 */
async function load(modules: readonly string[]): Promise<void> {
  for (const module of modules) await import(module).catch(() => {});
  if (modules.length > 0) await import("./warm_up.ts").then(({ warmUp }) => warmUp(modules)).catch(() => {});
  send({ waiting: true });
}

function collect(): void {
  isStopping = true;
  const kept: Record<string, string> = {};
  for (const [name, produce] of producers) {
    try {
      const text = produce();
      if (text.length <= maxKeptLength) kept[name] = text;
    } catch (error) {
      console.error(`Cannot keep "${name}" over the restart:`, error);
    }
  }
  send({ kept });
}

process.on("message", (message: CommandMessage) => {
  if ("load" in message) loading = loading.then(() => load(message.load));
  else if ("start" in message) started.resolve(message.start);
  else collect();
});
// If the command is gone, nothing else would stop the process.
process.on("disconnect", () => isStopping || Deno.exit(1));

const { kept, isRestart } = await started.promise;
await loading;
// Unref the channel: Deno runs the main module when this one is done, and the process must end with the service.
process.channel?.unref();

const told = new Set<string>();
let untold: string[] = [];
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    if (/^(?:file|https?):/.test(resolved.url) && !told.has(resolved.url)) {
      told.add(resolved.url);
      if (untold.push(resolved.url) === 1) Deno.unrefTimer(setTimeout(tell, loadedMs) as unknown as number);
    }
    return resolved;
  },
});
function tell(): void {
  send({ loaded: untold });
  untold = [];
}

setDevelopmentLink({
  startedAt: performance.now(),
  isRestart,
  restore: (name) => kept[name],
  keep: (name, produce) => {
    producers.set(name, produce);
    return () => producers.delete(name);
  },
  ready: (url) => {
    tell();
    send({ ready: url });
  },
});
