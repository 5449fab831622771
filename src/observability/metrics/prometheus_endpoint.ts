import { accepts } from "@std/http/negotiation";
import { textResponse } from "../../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest } from "../../kernel/mod.ts";
import type { CollectMetrics } from "./metrics_endpoint.ts";
import { prometheusText } from "./prometheus_text.ts";

const openMetrics = "application/openmetrics-text";

/** `/actuator/prometheus`: all metrics, as Prometheus scrapes them. */
export class PrometheusEndpoint implements ActuatorEndpoint {
  readonly id = "prometheus";
  readonly #collect: CollectMetrics;

  /** @param collect reads the metrics */
  constructor(collect: CollectMetrics) {
    this.#collect = collect;
  }

  async handle({ request }: ActuatorRequest): Promise<Response> {
    // Where nothing is acceptable a text is better than none: scrapers take it.
    const isOpenMetrics = accepts({ headers: plainAccept(request) }, "text/plain", openMetrics) === openMetrics;
    const type = isOpenMetrics
      ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
      : "text/plain; version=0.0.4; charset=utf-8";
    const text = prometheusText(await this.#collect(), isOpenMetrics);
    return textResponse(text, { headers: new Headers({ "content-type": type, vary: "accept" }) });
  }
}

/** What a scraper accepts, whatever versions it knows: each form has one here, which all scrapers read. */
function plainAccept({ headers }: Request): Headers {
  const accept = headers.get("accept");
  return new Headers(
    accept === null ? {} : { accept: accept.replaceAll(/;\s*(version|escaping|charset)=[^;,]*/gi, "") },
  );
}
