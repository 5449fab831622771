import { type HttpExchange, problem } from "../../http/mod.ts";

/** Answers that there is nothing at the request's path. */
export function notFound(exchange: HttpExchange): Response {
  return problem({ status: 404, detail: `There is no resource at "${exchange.path}"` });
}
