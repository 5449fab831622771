import { type Container, ContainerModule } from "../../deps.ts";
import { ClientAddresses, HttpInterceptor } from "../http/mod.ts";
import { ContainerPreparation, EspalierProperties, installOnce, LogContext, Logger } from "../kernel/mod.ts";
import { AccessLogInterceptor } from "./access_log_interceptor.ts";
import { type LineTarget, LineWriter } from "./line_writer.ts";

/** Maximum number of characters that wait for a slow disk. */
const maxCharacters = 4_194_304;

/**
 * Writes one line for each request: time, method, path, status, bytes, duration, client, request id and trace id.
 * Values
 * of query parameters are left out but for those that `logging.accessQueryParameters` names. Lines go to the standard
 * output or to `logging.accessFile`, as JSON objects or in Apache's combined format (`logging.accessFormat`).
 *
 * A request has the id of its `X-Request-Id` header, or a new one; the response carries it, and so does every line that
 * is logged for the request. No request waits for the log: what a slow or full disk does not take is dropped, counted
 * and reported at `WARN`.
 *
 * @returns a module for the container
 *
 * @example
 * ```ts
 * import { accessLog } from "@espalier/espalier/access-log";
 * import { createApp, createContainer } from "@espalier/espalier";
 *
 * const properties = { logging: { accessFormat: "combined" } } as const;
 * await using app = await createApp(createContainer(accessLog()), { properties });
 * const headers = { "x-request-id": "4711" };
 * const response = await app.fetch(new Request("http://localhost/nothing?token=abc", { headers }));
 * // - - - [23/Nov/2026:14:10:05 +0000] "GET /nothing?token=REDACTED HTTP/1.1" 404 45 "-" "-" 4711 - 0.21
 * console.log(response.headers.get("x-request-id")); // 4711
 * ```
 */
export function accessLog(): ContainerModule {
  return new ContainerModule((module) => {
    installOnce("accessLog()", module);
    module.bind(ContainerPreparation).toConstantValue({ name: "accessLog: open the file", prepare: install });
  });
}

async function install(container: Container): Promise<void> {
  const properties = container.get(EspalierProperties);
  const logger = container.get(Logger).forCategory("espalier.access");
  const writer = new LineWriter({ target: await targetOf(properties.logging.accessFile), logger, maxCharacters });
  // The container deactivates only beans that were resolved.
  container.bind(LineWriter).toConstantValue(writer).onDeactivation((each) => each.close());
  container.get(LineWriter);
  container.bind(HttpInterceptor).toConstantValue(
    new AccessLogInterceptor({
      properties,
      addresses: new ClientAddresses(properties.http),
      context: container.get(LogContext),
      write: (line) => writer.add(line),
    }),
  );
}

async function targetOf(file: string): Promise<LineTarget> {
  if (file === "") return { write: (bytes) => Deno.stdout.write(bytes) };
  try {
    return await Deno.open(file, { append: true, create: true });
  } catch (cause) {
    // Its message names the missing permission.
    if (cause instanceof Deno.errors.NotCapable) throw cause;
    const needed = `property "logging.accessFile" must name a file that can be written: current value is "${file}"`;
    throw new Error(`Cannot open the access log as ${needed}`, { cause });
  }
}
