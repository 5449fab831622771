// Asks the exported collection and a handler written by hand for the same pages, in one process and in turns, and reports
// the ratio of their times: `deno task bench:rest [rounds] [rows]`. Both answer from the same file of SQLite. There is no
// network: `load.ts` measures servers.
//
// A round asks each for a number of pages; which one begins changes from round to round. What counts is the time of the
// processor, and the ratio of a round is that of its two times, so that what else the machine does hits both. Reported are
// median and quartiles, with an index that ends in the id, as sorts do, and with one of the title alone.
import process from "node:process";
import { BooksByHand } from "./by_hand.ts";
import { openCollection } from "./collection.ts";
import { prepareRows } from "./rows.ts";

const [rounds = 40, rowCount = 1_000] = Deno.args.map(Number);
const requests = 150;
const headers = { "content-type": "application/hal+json" };

type Handler = (request: Request) => Response | Promise<Response>;

const handWrittenOn = (byHand: BooksByHand): Handler => (request) => {
  const query = request.url.indexOf("?");
  const parameters = new URLSearchParams(request.url.slice(query + 1));
  return new Response(JSON.stringify(byHand.page(parameters, "http://localhost/api/books")), { headers });
};

/** Pages in turn, so that no answer is that of the request before. */
const urls = Array.from({ length: 8 }, (_, page) => `http://localhost/api/books?page=${page}&size=20&sort=title,asc`);

async function timed(handler: Handler, asked: readonly string[] = urls, count = requests): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < count; n++) await (await handler(new Request(asked[n % asked.length]!))).text();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** Offset paging reads past everything that comes before: what single pages cost, in milliseconds. */
async function positions(handler: Handler): Promise<string> {
  const times: string[] = [];
  for (const page of [0, 50, 500, 4999].filter((page) => page * 20 < rowCount!)) {
    const url = `http://localhost/api/books?page=${page}&size=20&sort=title,asc`;
    const samples: number[] = [];
    for (let n = 0; n < 31; n++) samples.push(await timed(handler, [url], 1));
    times.push(`${page}: ${(samples.sort((a, b) => a - b)[15]! / 1000).toFixed(2)}`);
  }
  return times.join(", ");
}

function quartiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]!.toFixed(2);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}

async function compare(indexed: string): Promise<void> {
  const file = `${await Deno.makeTempDir()}/bench.db`;
  prepareRows(file, rowCount, indexed);
  const { fetch, close } = await openCollection(file);
  const handWritten = handWrittenOn(new BooksByHand(file));
  for (const handler of [fetch, handWritten]) for (let n = 0; n < 5; n++) await timed(handler);
  const times: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds!; round++) {
    const isFirst = round % 2 === 0;
    const first = await timed(isFirst ? fetch : handWritten);
    const second = await timed(isFirst ? handWritten : fetch);
    times.push(isFirst ? { ours: first, theirs: second } : { ours: second, theirs: first });
  }
  console.log(`page of 20 out of ${rowCount}, sorted by title, index on (${indexed}), SQLite, in process`);
  console.log(`  exported collection   ${quartiles(times.map(({ ours }) => ours))} µs`);
  console.log(`  handler by hand       ${quartiles(times.map(({ theirs }) => theirs))} µs`);
  console.log(`  ratio                 ${quartiles(times.map(({ ours, theirs }) => ours / theirs))}`);
  console.log(
    `  by page, in milliseconds: exported ${await positions(fetch)}; by hand ${await positions(handWritten)}`,
  );
  await close();
}

for (const indexed of ["title, id", "title"]) await compare(indexed);
