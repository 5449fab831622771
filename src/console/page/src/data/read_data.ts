import { basePath } from "../shell/base_path.ts";

/** A response other than a successful one. */
export class ResponseError extends Error {
  /** HTTP status; 0 where the service can't be reached. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads JSON from below the console's path.
 *
 * @param path relative to the console
 * @param signal gives up
 */
export async function readJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await request(path, { headers: { accept: "application/json" }, ...(signal && { signal }) });
  return await response.json() as T;
}

/**
 * Reads the data of an endpoint of the actuator.
 *
 * @param id the endpoint's id
 * @param path what follows it, with query
 * @param signal gives up
 */
export function readData<T>(id: string, path = "", signal?: AbortSignal): Promise<T> {
  const separator = path === "" || path.startsWith("?") ? "" : "/";
  return readJson<T>(`data/${id}${separator}${path}`, signal);
}

/** A change by an endpoint. */
export interface Change {
  readonly method: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/**
 * Changes something by an endpoint of the actuator.
 *
 * @param id the endpoint's id
 * @param path what follows it
 * @param change method and JSON
 */
export async function writeData(id: string, path: string, change: Change): Promise<void> {
  await (await sendChange(id, path, change)).body?.cancel();
}

/**
 * Does something by an endpoint of the actuator, and returns what came of it.
 *
 * @param id the endpoint's id
 * @param path what follows it
 */
export async function postData<T>(id: string, path: string): Promise<T> {
  return await (await sendChange(id, path, { method: "POST" })).json() as T;
}

function sendChange(id: string, path: string, { method, body }: Change): Promise<Response> {
  return request(`data/${id}${path === "" ? "" : `/${path}`}`, {
    method,
    headers: {
      "x-espalier-console": "1",
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${basePath}/${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ResponseError(0, "The service does not answer");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({})) as { detail?: string; title?: string };
  throw new ResponseError(response.status, problem.detail ?? problem.title ?? `Status ${response.status}`);
}
