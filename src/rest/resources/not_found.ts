import { type HttpExchange, problem } from "../../http/mod.ts";

/** Responds with 404. */
export function notFound(exchange: HttpExchange): Response {
  return problem({ status: 404, detail: `There is no resource at "${exchange.path}"` });
}
