/** The parsed command line. */
export interface CommandLine {
  /** The folder; if absent, the command prompts for it. */
  readonly folder?: string;
  readonly database?: string;
  readonly port?: number;
  readonly help: boolean;
}

/** How the command is used. */
export const usage = `Writes a small service that starts and passes its own tests.

  deno run --allow-read --allow-write jsr:@espalier/espalier/new <folder> [options]

  --database <url>   sqlite:<file>, sqlite::memory:, postgres://… or memory: (default sqlite:books.db)
  --port <number>    the port to listen on (default 8080)
  --help             shows this
`;

/**
 * Reads the command line.
 *
 * @param args as in `Deno.args`
 * @throws TypeError naming the invalid argument
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const folders: string[] = [];
  const options: { database?: string; port?: number; help: boolean } = { help: false };
  const rest = args.flatMap((arg) => /^--[a-z]+=/.test(arg) ? splitOnce(arg) : [arg]);
  while (rest.length > 0) {
    const arg = rest.shift()!;
    if (arg === "--help" || arg === "-h") options.help = true;
    else if (arg === "--database") options.database = databaseOf(valueOf(arg, rest));
    else if (arg === "--port") options.port = portOf(valueOf(arg, rest));
    else if (arg.startsWith("-")) throw new TypeError(`Cannot use option "${arg}" as there is no such option`);
    else folders.push(arg);
  }
  if (folders.length > 1) throw new TypeError(`Cannot use "${folders[1]}" as there must be one folder`);
  return folders.length === 1 ? { ...options, folder: folders[0]! } : options;
}

function splitOnce(arg: string): [string, string] {
  const at = arg.indexOf("=");
  return [arg.slice(0, at), arg.slice(at + 1)];
}

function valueOf(option: string, rest: string[]): string {
  const value = rest.shift();
  if (value === undefined) throw new TypeError(`Cannot use option "${option}" as it must have a value`);
  return value;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new TypeError(`Cannot use port as it must be an integer from 0 to 65535: current value is "${text}"`);
}

function databaseOf(text: string): string {
  // The value becomes a literal in the service's source.
  if (/^(sqlite:|memory:$|postgres(ql)?:\/\/)[^\s"\\`]*$/.test(text)) return text;
  throw new TypeError(
    `Cannot use database as it must begin with sqlite:, postgres:// or memory: current value is ${
      JSON.stringify(text)
    }`,
  );
}
