/** The reader of cron patterns, loaded where a task has one. */

import type { Cron } from "croner";
import { inRootContext } from "../../../context/mod.ts";

/** Loads the reader of cron patterns. */
export const loadCroner: () => Promise<{ readonly Cron: typeof Cron }> = () => inRootContext(() => import("croner"));
