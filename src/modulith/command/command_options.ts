import type { ApplicationModulesOptions } from "../model/application_modules_options.ts";

/** The options of the modules command. */
export interface CommandOptions {
  /** The folder that holds the modules. */
  readonly root: string;
  /** Whether the report is one JSON object. */
  readonly json: boolean;
  /** Whether findings are printed as annotations of GitHub Actions. */
  readonly github: boolean;
  /** File to write the findings to as SARIF; `-` prints them. */
  readonly sarif?: string;
  /** Changed files, separated by commas, whose modules are listed; `-` reads them from standard input. */
  readonly affectedBy?: string;
  /** File to write the structure to. */
  readonly write?: string;
  /** Whether to check that this file is up to date instead of writing it. */
  readonly check: boolean;
  /** File with the tolerated violations. */
  readonly baseline?: string;
  /** Whether to write the current violations to the baseline. */
  readonly updateBaseline: boolean;
  /** Folder to write diagrams and canvases to; `-` prints the overview. */
  readonly docs?: string;
  /** URL of `/actuator/modulith` of the running application, which has the dependencies by components and listeners. */
  readonly kindsFrom?: string;
  /** The options of the scan. */
  readonly scan: ApplicationModulesOptions;
}

/** The help text. */
export const usage = `Usage: modules [folder] [options]

Verifies the application modules below a folder. Exit code 0: fine; 1: violations, or a file out of date; 2: wrong use.

  --json                       print one JSON object
  --github                     print findings as annotations of GitHub Actions
  --sarif=file                 write findings as SARIF 2.1.0, for code scanning; "-" prints them
  --affected-by=file,file      list the folders of modules that a change touches, for deno test, and verify nothing;
                               "-" reads the files from the standard input, one a line, as git diff --name-only prints
  --write[=file]               write the structure, by default to application-modules.json in the folder
  --check                      with --write: fail if the file is out of date instead of writing it
  --baseline=file              tolerate the violations recorded in the file
  --update-baseline            with --baseline: record the violations of today
  --docs=folder                write diagrams (Mermaid, C4) and a canvas for each module; "-" prints the overview
  --kinds-from=url             with --docs: ask the running application for uses and listeners (its /actuator/modulith)
  --detection=strategy         direct-sub-folders (default) or explicitly-declared
  --type-only-cycles=level     error, warn (default) or ignore
  --shared=name,name           modules that every module may use
  --system-name=name           first part of every base package, by default the folder's name
`;

const choices: Readonly<Record<string, readonly string[]>> = {
  detection: ["direct-sub-folders", "explicitly-declared"],
  "type-only-cycles": ["error", "warn", "ignore"],
};

const flags = new Set(["json", "github", "check", "update-baseline", "write"]);
const texts = new Set([
  "write",
  "sarif",
  "affected-by",
  "baseline",
  "docs",
  "kinds-from",
  "detection",
  "type-only-cycles",
  "shared",
  "system-name",
]);

/**
 * Reads the arguments of the modules command.
 *
 * @param args the command line arguments
 * @throws TypeError naming the invalid argument
 */
export function commandOptionsOf(args: readonly string[]): CommandOptions {
  const found = new Map<string, string>();
  let root: string | undefined;
  for (const arg of args) {
    if (!arg.startsWith("--")) {
      if (root !== undefined) {
        throw new TypeError(`Cannot use argument "${arg}" as there must be one folder: it is "${root}" already`);
      }
      root = arg;
      continue;
    }
    const [name = "", value] = splitOnce(arg.slice(2));
    if (value === undefined ? !flags.has(name) : !texts.has(name)) {
      const known = [...new Set([...flags, ...texts])].map((each) => `--${each}`).join(", ");
      throw new TypeError(
        `Cannot use argument "${arg}" as it must be one of ${known}, with a value where it takes one`,
      );
    }
    if (value !== undefined && choices[name]?.includes(value) === false) {
      throw new TypeError(
        `Cannot use argument "--${name}" as it must be one of ${
          choices[name]!.join(", ")
        }: current value is "${value}"`,
      );
    }
    found.set(name, value ?? "");
  }
  return optionsFrom(root ?? ".", found);
}

function splitOnce(text: string): [string, string?] {
  const at = text.indexOf("=");
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function optionsFrom(root: string, found: ReadonlyMap<string, string>): CommandOptions {
  const text = (key: keyof CommandOptions | keyof ApplicationModulesOptions, name: string = key) =>
    found.has(name) ? { [key]: found.get(name) } : {};
  return {
    root,
    json: found.has("json"),
    github: found.has("github"),
    ...text("sarif"),
    ...text("affectedBy", "affected-by"),
    check: found.has("check"),
    updateBaseline: found.has("update-baseline"),
    ...(found.has("write") && { write: found.get("write") || "application-modules.json" }),
    ...text("baseline"),
    ...text("docs"),
    ...text("kindsFrom", "kinds-from"),
    scan: {
      ...text("detection"),
      ...text("typeOnlyCycles", "type-only-cycles"),
      ...text("systemName", "system-name"),
      ...(found.has("shared") && { sharedModules: found.get("shared")!.split(",") }),
    },
  };
}
