import { plainJson, type ResponseFormat } from "./response_format.ts";

/**
 * The format of an answer that never is a stream.
 *
 * @param accepted a format that the client accepts, where one is known; one that is no JSON is left aside
 */
export function jsonFormat(accepted: ResponseFormat | undefined): ResponseFormat {
  return accepted?.kind === "json" ? accepted : plainJson;
}
