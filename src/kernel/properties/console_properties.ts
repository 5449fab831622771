import { flag, integer, path, type PropertyTable } from "./property.ts";

/** The console, where `console()` is installed. */
export interface ConsoleProperties {
  /** Whether the console is served; outside the development preset it needs `security()`. */
  readonly enabled: boolean;
  /** Path of the console. */
  readonly basePath: string;
  /** Maximum number of log lines that the console retains. */
  readonly maxLogLines: number;
}

/** Definitions of {@linkcode ConsoleProperties}. */
export const consoleProperties: PropertyTable<ConsoleProperties> = {
  enabled: flag({
    default: false,
    development: true,
    description: "Whether the console is served; outside the development preset it needs `security()`.",
  }),
  basePath: path({ default: "/console", description: "Path of the console." }),
  maxLogLines: integer({
    default: 10_000,
    min: 100,
    max: 1_000_000,
    description: "Maximum number of log lines that the console retains.",
  }),
};
