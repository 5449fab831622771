import { type ResponseMap, writtenData } from "../execution/mod.ts";

/**
 * Writes a result as JSON. Data that several responses share is written once.
 *
 * @param result one response
 */
export function resultText(result: ResponseMap): string {
  const data = result.errors === undefined ? writtenData(result.data) : undefined;
  if (data === undefined) return JSON.stringify(result);
  const { extensions } = result;
  if (Object.keys(result).length > (extensions === undefined ? 1 : 2)) return JSON.stringify(result);
  return extensions === undefined ? `{"data":${data}}` : `{"data":${data},"extensions":${JSON.stringify(extensions)}}`;
}
