/**
 * Sends traffic to the cluster: `deno task cluster:load [seconds] [subscribers]`. Meanwhile end replicas in the console at
 * http://localhost:8300. At the end it reports lost orders and events, and exits with code 1 if there are any.
 */
import { Subscribers } from "./load/subscribers.ts";
import { placeOrder, post, Traffic } from "./load/traffic.ts";
import { haveHeardAll, verdictOn } from "./load/verdict.ts";

const [seconds = 30, subscriberCount = 200] = Deno.args.map(Number);
const bookstoreUrl = "http://localhost:8080/graphql";
const graphUrl = "http://localhost:4000/graphql";

interface Books {
  readonly edges: readonly { readonly node: { readonly id: string } }[];
}
const { books } = await post(bookstoreUrl, { query: "{ books(first: 50) { edges { node { id } } } }" });
const bookIds = (books as Books).edges.map(({ node }) => node.id);

const subscribers = new Subscribers(bookstoreUrl.replace("http", "ws"), { count: subscriberCount, bookIds });
console.log(`${subscriberCount} subscribers connect …`);
await subscribers.begin((bookId) => placeOrder(bookstoreUrl, bookId));
const traffic = new Traffic({ graphUrl, bookstoreUrl, bookIds });
const began = performance.now();
const isTerminal = Deno.stdout.isTerminal();
const report = () => {
  const { queries, repeated, failed, unanswered, refused } = traffic.figures;
  const time = ((performance.now() - began) / 1000).toFixed(0);
  const line = `${time} s: ${queries} queries (${repeated} repeated, ${failed} failed), ` +
    `${traffic.confirmed.length} orders (${refused} refused, ${unanswered} unanswered), ` +
    `${subscribers.events} events to ${subscriberCount} subscribers`;
  Deno.stdout.writeSync(new TextEncoder().encode(isTerminal ? `\r\x1b[K${line}` : `${line}\n`));
};
const timer = setInterval(report, isTerminal ? 250 : 5_000);
await traffic.run(AbortSignal.timeout(seconds * 1000));
const end = performance.now() + 30_000;
while (!haveHeardAll(traffic.confirmed, subscribers.heard) && performance.now() < end) {
  await new Promise((resolve) => void setTimeout(resolve, 100));
}
clearInterval(timer);
report();
await subscribers[Symbol.asyncDispose]();

const verdict = await verdictOn(traffic.confirmed, subscribers.heard, bookstoreUrl);
const times = traffic.queryTimes.sort((a, b) => a - b);
const at = (part: number) => times[Math.floor((times.length - 1) * part)]?.toFixed(0) ?? "-";
console.log(`\nqueries: median ${at(0.5)} ms, 99 % below ${at(0.99)} ms, at most ${at(1)} ms`);
console.log(
  `lost orders: ${verdict.lostOrders.length}, missed events: ${verdict.missedEvents.length}, ` +
    `books heard in different orders: ${verdict.disorder.length}, repeated events: ${verdict.repetitions}`,
);
for (const failure of subscribers.failures.slice(0, 5)) console.log(`a subscription ended: ${failure}`);
const lost = verdict.lostOrders.length + verdict.missedEvents.length + verdict.disorder.length;
Deno.exit(lost + traffic.figures.failed + subscribers.failures.length > 0 ? 1 : 0);
