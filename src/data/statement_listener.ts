import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";

/** Called with every SQL statement before it runs. */
export type StatementListener = (text: string) => void;

/** Identifier of the {@linkcode StatementListener} beans. */
export const StatementListener: ServiceIdentifier<StatementListener> = token<StatementListener>("StatementListener");
