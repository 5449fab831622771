/** The reader of cron patterns, loaded where a task has one. */

import type { Cron } from "croner";
import { inRootContext } from "../../../context/mod.ts";

export type { Cron } from "croner";

/** Loads the reader of cron patterns. */
export const loadCroner: () => Promise<{ readonly Cron: typeof Cron }> = () => inRootContext(() => import("croner"));
