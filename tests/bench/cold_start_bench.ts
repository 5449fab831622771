// Process start of `deno run` to the first correct response, with warm module caches.
import { coldStarts, timeColdStart } from "./comparison/cold_start.ts";

for (const service of await coldStarts()) {
  Deno.bench({ name: `cold start: ${service.name}`, n: 15, warmup: 2 }, async () => void await timeColdStart(service));
}
