import { processVariable } from "../../kernel/mod.ts";

/** The part of a process that the first process started. */
export interface ProcessRole {
  /** Its number, counted from 1. */
  readonly process: number;
  /** The number of processes. */
  readonly processes: number;
  /** The shared port. */
  readonly port: number;
  /** The port of the first process on the loopback interface, for messages. */
  readonly control: number;
  /** Proves to the first process that it started this one. */
  readonly token: string;
}

/**
 * Reads the part of this process from the environment.
 *
 * @returns `undefined` in a process that no other process started
 */
export function takeProcessRole(): ProcessRole | undefined {
  // The first process reports missing permissions.
  if (Deno.permissions.querySync({ name: "env", variable: processVariable }).state !== "granted") return undefined;
  const text = Deno.env.get(processVariable);
  if (text === undefined) return undefined;
  // Processes that this one starts do not belong to the group.
  Deno.env.delete(processVariable);
  return JSON.parse(text);
}
