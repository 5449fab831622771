import { processVariable } from "../../kernel/mod.ts";

/** What a process is told that another one has started. */
export interface ProcessRole {
  /** Its number, from 1 on. */
  readonly process: number;
  /** How many processes serve together. */
  readonly processes: number;
  /** The port that they share. */
  readonly port: number;
  /** Where the first process listens on the loopback interface. */
  readonly control: number;
  /** Shows the first process that it has started this one. */
  readonly token: string;
}

/**
 * Reads what this process was started for.
 *
 * @returns `undefined` in a process that was started otherwise
 */
export function takeProcessRole(): ProcessRole | undefined {
  // The process that starts others says which permissions are missing.
  if (Deno.permissions.querySync({ name: "env", variable: processVariable }).state !== "granted") return undefined;
  const text = Deno.env.get(processVariable);
  if (text === undefined) return undefined;
  // Processes that this one starts are none of the group.
  Deno.env.delete(processVariable);
  return JSON.parse(text);
}
