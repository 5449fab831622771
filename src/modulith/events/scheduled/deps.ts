/** The parser of cron patterns, loaded only if a task has one. */

import type { Cron } from "croner";
import { inRootContext } from "../../../context/mod.ts";

export type { Cron } from "croner";

/** Loads the parser of cron patterns. */
export const loadCroner: () => Promise<{ readonly Cron: typeof Cron }> = () => inRootContext(() => import("croner"));
