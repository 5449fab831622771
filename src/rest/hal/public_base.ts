import { baseUrlOf, type HttpExchange } from "../../http/mod.ts";
import { type EspalierProperties, withoutTrailingSlashes } from "../../kernel/mod.ts";

/**
 * Returns the prefix of URIs in a response: the configured or the requested address, with the base path.
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
