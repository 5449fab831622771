import { developmentLink, maxKeptLength } from "../../kernel/mod.ts";
import type { HttpExchanges, RecordedExchange } from "./http_exchanges.ts";
import type { ReplayableRequest, ReplayableRequests } from "./replayable_requests.ts";

const name = "httpexchanges";

/**
 * Lets exchanges and the requests that can be replayed outlive a restart by the `dev` command, in its memory.
 *
 * @param exchanges the ring
 * @param requests the requests
 */
export function keepOverRestarts(exchanges: HttpExchanges, requests: ReplayableRequests): void {
  const link = developmentLink();
  const lines = link?.restore(name)?.split("\n").filter((line) => line !== "") ?? [];
  for (const line of lines.reverse()) {
    const { exchange, request } = JSON.parse(line) as Kept;
    exchanges.restore([exchange]);
    if (request !== undefined) requests.add(exchange.id, request);
  }
  link?.keep(name, () => {
    const lines: string[] = [];
    let length = 0;
    for (const exchange of exchanges.latest()) {
      const request = requests.get(exchange.id);
      const line = JSON.stringify({ exchange, ...(request && { request }) } satisfies Kept);
      length += line.length + 1;
      if (length > maxKeptLength) break;
      lines.push(line);
    }
    return lines.join("\n");
  });
}

interface Kept {
  readonly exchange: RecordedExchange;
  readonly request?: ReplayableRequest;
}
