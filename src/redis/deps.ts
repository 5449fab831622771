/** The client of Redis, loaded when the application connects to it. */

import { inRootContext } from "../context/mod.ts";

/** Loads the client of Redis. */
export const loadRedis: () => Promise<typeof import("@redis/client")> = () =>
  inRootContext(() => import("@redis/client"));
