/** Maximum number of printed type errors. */
const maxErrors = 20;

/** The options of a type check. */
export interface TypeCheckOptions {
  /** Deno's executable. */
  readonly deno: string;
  /** The arguments of `deno check`. */
  readonly args: readonly string[];
  /** The service's folder, ending in a slash; paths are printed relative to it. */
  readonly root: URL;
  /** Prints a message. */
  readonly write: (text: string) => void;
}

/** Checks types in the background, one check at a time. */
export class TypeCheck {
  readonly #options: TypeCheckOptions;
  #running: AbortController | undefined;
  #hadErrors = false;

  /** @param options options of the check */
  constructor(options: TypeCheckOptions) {
    this.#options = options;
  }

  /** Cancels the running check, as the files have changed. */
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

/** Puts the location of an error first, as terminals and editors make it a link. */
function located(block: string, root: URL): string {
  const [error = ""] = block.split(/\n\nFound \d+ error|\n\n?error: /);
  const [line, place = ""] = /\n +at (\S+)/.exec(error) ?? [];
  if (line === undefined) return error.trim();
  const path = place.startsWith(root.href) ? place.slice(root.href.length) : place.replace(/^file:\/\//, "");
  return `${decodeURIComponent(path)}  ${error.replace(line, "").trim()}`;
}
