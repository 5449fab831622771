import { baseUrlOf, type HttpExchange } from "../../http/mod.ts";
import { type EspalierProperties, withoutTrailingSlashes } from "../../kernel/mod.ts";

/**
 * Tells what the URIs in an answer begin with: the configured address, or what the client asked, with the base path.
 *
 * @param properties the configuration
 * @returns a function from an exchange to, for example, `https://example.org/api`
 */
export function publicBase({ rest, http }: EspalierProperties): (exchange: HttpExchange) => string {
  const basePath = withoutTrailingSlashes(rest.basePath);
  if (rest.baseUrl === "") return (exchange) => baseUrlOf(exchange.request, http) + basePath;
  const fixed = withoutTrailingSlashes(rest.baseUrl) + basePath;
  return () => fixed;
}
