import { type BodyReader, BodyRefusal, problem } from "../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest, Logger } from "../kernel/mod.ts";
import { OperationFileConflict, type OperationFiles } from "./operation_files.ts";

/**
 * `operations`: the project's `.graphql` files with operations, for the console in development. `PUT` with
 * `{"text": …, "version": …}` saves one; without a version it creates one.
 */
export class OperationsEndpoint implements ActuatorEndpoint {
  readonly id = "operations";
  readonly pathVariable = "file";
  readonly methods = ["GET", "PUT"];
  readonly #files: OperationFiles;
  readonly #bodies: BodyReader;
  readonly #logger: Logger;

  /**
   * @param files the project's files
   * @param bodies reads request bodies
   * @param logger reports saved files
   */
  constructor(files: OperationFiles, bodies: BodyReader, logger: Logger) {
    this.#files = files;
    this.#bodies = bodies;
    this.#logger = logger.forCategory("espalier.graphiql");
  }

  async handle({ request, path }: ActuatorRequest): Promise<Response | undefined> {
    const isPut = request.method === "PUT";
    if (isPut && path === "") return problem({ status: 405, headers: { allow: "GET, HEAD" } });
    try {
      if (isPut) return await this.#save(request, path);
      if (path === "") return await this.#list();
      if (!await this.#may("read")) return forbidden("read");
      const file = await this.#files.read(path);
      return file && Response.json(file);
    } catch (error) {
      return refusal(error);
    }
  }

  async #list(): Promise<Response> {
    const [isReadable, isWritable] = [await this.#may("read"), await this.#may("write")];
    const list = isReadable ? await this.#files.list() : { files: [], isComplete: false };
    return Response.json({ ...list, isReadable, isWritable: isReadable && isWritable });
  }

  async #save(request: Request, path: string): Promise<Response> {
    for (const name of ["read", "write"] as const) if (!await this.#may(name)) return forbidden(name);
    const { text, version } = contentOf(await this.#bodies.text(request));
    const saved = await this.#files.save(path, text, version);
    this.#logger.info(`Saved the operations of "${path}"`);
    return Response.json({ path, version: saved });
  }

  /** Asking first: without the permission a terminal would show a prompt, and the request would wait for it. */
  async #may(name: "read" | "write"): Promise<boolean> {
    return (await Deno.permissions.query({ name, path: this.#files.root })).state === "granted";
  }
}

function contentOf(body: string): { readonly text: string; readonly version: string | undefined } {
  const { text, version } = (JSON.parse(body) ?? {}) as { readonly text?: unknown; readonly version?: unknown };
  if (typeof text !== "string" || (version !== undefined && typeof version !== "string")) {
    throw new TypeError('The body must be an object such as {"text": "query Books { … }", "version": "…"}');
  }
  return { text, version };
}

function forbidden(name: "read" | "write"): Response {
  const detail = `Cannot ${name} the project's files as the service lacks a permission: start it with --allow-${name}`;
  return problem({ status: 403, detail });
}

function refusal(error: unknown): Response {
  if (error instanceof BodyRefusal) {
    return problem({ status: error.status, detail: error.message, headers: error.headers });
  }
  if (error instanceof OperationFileConflict) return problem({ status: 409, detail: error.message });
  if (error instanceof SyntaxError) return problem({ status: 400, detail: "The body must be JSON" });
  if (error instanceof TypeError) return problem({ status: 400, detail: error.message });
  throw error;
}
