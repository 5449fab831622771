/** Maximum number of type errors that are written. */
const maxErrors = 20;

/** What the compiler is asked to check. */
export interface TypeCheckOptions {
  /** Deno's executable. */
  readonly deno: string;
  /** The arguments of `deno check`. */
  readonly args: readonly string[];
  /** The service's folder, with a slash at its end: paths are written relative to it. */
  readonly root: URL;
  /** Takes what is said. */
  readonly write: (text: string) => void;
}

/** Checks types beside the running service, one check at a time. */
export class TypeCheck {
  readonly #options: TypeCheckOptions;
  #running: AbortController | undefined;
  #hadErrors = false;

  /** @param options what is checked */
  constructor(options: TypeCheckOptions) {
    this.#options = options;
  }

  /** Gives up the check that runs: what it reads has changed. */
  cancel(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Begins a check in the background. */
  async begin(): Promise<void> {
    this.cancel();
    const running = this.#running = new AbortController();
    const { deno, args, write } = this.#options;
    const command = new Deno.Command(deno, {
      args: ["check", ...args],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
      env: { NO_COLOR: "1" },
      signal: running.signal,
    });
    const { success, stderr } = await command.output();
    if (running.signal.aborted) return;
    if (success) {
      if (this.#hadErrors) write("No type errors any more");
    } else write(this.#report(new TextDecoder().decode(stderr)));
    this.#hadErrors = !success;
  }

  #report(output: string): string {
    const blocks = output.split(/\n\n(?=TS\d+ \[)/).map((block) => block.replace(/^(?:Check|Download) .*\n/gm, ""));
    const errors = blocks.filter((block) => /^TS\d+ \[/.test(block)).map((block) => located(block, this.#options.root));
    if (errors.length === 0) return `Cannot check types:\n${output.trim()}`;
    const count = errors.length === 1 ? "1 type error" : `${errors.length} type errors`;
    return [...errors.slice(0, maxErrors), count].join("\n\n");
  }
}

/** Puts the place of an error first, as terminals and editors make links of it. */
function located(block: string, root: URL): string {
  const [error = ""] = block.split(/\n\nFound \d+ error|\n\n?error: /);
  const [line, place = ""] = /\n +at (\S+)/.exec(error) ?? [];
  if (line === undefined) return error.trim();
  const path = place.startsWith(root.href) ? place.slice(root.href.length) : place.replace(/^file:\/\//, "");
  return `${decodeURIComponent(path)}  ${error.replace(line, "").trim()}`;
}
