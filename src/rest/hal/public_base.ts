import { baseUrlOf, type HttpExchange } from "../../http/mod.ts";
import type { EspalierProperties } from "../../kernel/mod.ts";

/**
 * Tells what the URIs in an answer begin with: the configured address, or what the client asked, with the base path.
 *
 * @param properties the configuration
 * @returns a function from an exchange to, for example, `https://example.org/api`
 */
export function publicBase({ rest, http }: EspalierProperties): (exchange: HttpExchange) => string {
  const basePath = rest.basePath.replace(/\/+$/, "");
  if (rest.baseUrl === "") return (exchange) => baseUrlOf(exchange.request, http) + basePath;
  const fixed = rest.baseUrl.replace(/\/+$/, "") + basePath;
  return () => fixed;
}
