import type { Application } from "./application.ts";
import { type RunningServer, serve, type ServeOptions } from "./serve.ts";
import { serviceFrames, StartupError } from "./startup_error.ts";

/**
 * Creates an application and serves it, for the main module of a service. If that fails, it writes one message with the
 * remedy, and ends the process with code 1. In tests, use {@linkcode serve}, which throws.
 *
 * @param make creates the application
 * @param options address and port
 * @returns the listening server
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource, start } from "@espalier/espalier";
 *
 * const schema = Resource.text("time", "type Query { now: String }");
 * const server = await start(() => createApp(createContainer(graphql({ schema: [schema] }))), { port: 0, quiet: true });
 * console.log(server.url);
 * await server.stop();
 * ```
 */
export async function start(
  make: () => Application | Promise<Application>,
  options: ServeOptions = {},
): Promise<RunningServer> {
  try {
    return await serve(await make(), options);
  } catch (error) {
    console.error(...messageOf(error));
    Deno.exit(1);
  }
}

/** Errors with a remedy are shown as their message with the location in the service's code; others are shown whole. */
function messageOf(error: unknown): readonly unknown[] {
  if (error instanceof Deno.errors.NotCapable) return [error.message];
  const isPlain = error instanceof StartupError || error instanceof TypeError && error.cause === undefined;
  if (!isPlain) return ["Cannot start the service:", error];
  // The frames that awaited the start do not help.
  const frames = serviceFrames(error).filter((line) => !/^ +at async /.test(line));
  return [[error.message, ...frames].join("\n")];
}
