/**
 * Composes subgraphs to a supergraph, or prints the composition errors. A subgraph is a schema file or the URL of a
 * service.
 *
 * ```sh
 * deno run --allow-read --allow-net --allow-env jsr:@espalier/espalier/federation/compose \
 *   books=books.graphqls reviews=http://localhost:4002/graphql
 * ```
 *
 * The exit code is 1 if the subgraphs do not compose.
 *
 * Read on: `docs/federation.md` in the repository.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { type ComposedSubgraph, composeSubgraphs, CompositionError } from "./composition.ts";

const usage = `Composes subgraphs to a supergraph for Apollo Federation 2.

Usage: federation/compose [--out FILE] NAME=SOURCE[@URL]...

  NAME=SOURCE   a subgraph: its name, and a schema file or the URL of its GraphQL endpoint
  @URL          where gateways reach the subgraph of a file, such as books=books.graphqls@http://books:8000/graphql
  --out FILE    the written supergraph; by default it is printed
  --check       write nothing, only say whether the subgraphs compose

The exit code is 1 when the subgraphs don't compose: the message says which field of which subgraphs, and what to
change.`;

/**
 * Runs the command.
 *
 * @param args the command line
 * @returns the exit code
 * @throws TypeError when the command line or a schema can't be used
 *
 * @example
 * ```ts
 * import { runCompose } from "@espalier/espalier/federation/compose";
 *
 * const status = await runCompose(["--help"]); // prints how it is used
 * console.log(status); // 0
 * ```
 */
export async function runCompose(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: "string" }, check: { type: "boolean", default: false }, help: { type: "boolean" } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (positionals.length === 0) {
    throw new TypeError(`Cannot compose a supergraph as there must be subgraphs: none is given\n\n${usage}`);
  }
  const subgraphs = await Promise.all(positionals.map(readSubgraph));
  try {
    const { supergraphSdl } = await composeSubgraphs(subgraphs);
    if (values.check) console.log(`The subgraphs ${subgraphs.map(({ name }) => name).join(", ")} compose.`);
    else if (values.out === undefined) console.log(supergraphSdl);
    else await Deno.writeTextFile(values.out, supergraphSdl);
    return 0;
  } catch (error) {
    if (!(error instanceof CompositionError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function readSubgraph(given: string): Promise<ComposedSubgraph> {
  const equals = given.indexOf("=");
  const name = given.slice(0, equals);
  const source = given.slice(equals + 1);
  if (equals <= 0 || source === "") {
    throw new TypeError(
      `Cannot read a subgraph as it must be NAME=FILE or NAME=URL, such as books=books.graphqls: current value is ` +
        `"${given}"`,
    );
  }
  if (isUrl(source)) return { name, sdl: await fetchSdl(name, source), url: source };
  const at = source.indexOf("@");
  const path = at < 0 ? source : source.slice(0, at);
  const sdl = await Deno.readTextFile(path).catch((cause) => {
    throw new TypeError(`Cannot read the schema of subgraph "${name}" at "${path}": ${(cause as Error).message}`, {
      cause,
    });
  });
  return { name, sdl, ...(at < 0 ? {} : { url: source.slice(at + 1) }) };
}

function isUrl(source: string): boolean {
  return source.startsWith("http://") || source.startsWith("https://");
}

async function fetchSdl(name: string, url: string): Promise<string> {
  const failed = (reason: string, cause?: unknown) =>
    new TypeError(
      `Cannot read the schema of subgraph "${name}" as ${url} must answer { _service { sdl } }: ${reason}`,
      {
        cause,
      },
    );
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query: "{ _service { sdl } }" }),
  }).catch((cause) => {
    throw failed((cause as Error).message, cause);
  });
  const text = await response.text();
  let sdl: unknown;
  try {
    sdl = (JSON.parse(text) as { readonly data?: { readonly _service?: { readonly sdl?: unknown } } }).data?._service
      ?.sdl;
  } catch (cause) {
    throw failed(`status ${response.status}, no JSON`, cause);
  }
  if (typeof sdl === "string") return sdl;
  throw failed(`status ${response.status}, "${text.slice(0, 200)}"`);
}

/** Prints a usage error in one line, and any other error with its stack. */
async function main(): Promise<number> {
  try {
    return await runCompose(Deno.args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main());
