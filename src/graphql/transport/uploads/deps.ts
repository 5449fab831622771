/** The parser of multipart forms, loaded where uploads are installed. */

import type { BusboyConstructor } from "@fastify/busboy";
import { inRootContext } from "../../../context/mod.ts";

export type { BusboyInstance as FormParser } from "@fastify/busboy";

/** Loads the parser of multipart forms. */
export const loadFormParser: () => Promise<BusboyConstructor> = async () =>
  (await inRootContext(() => import("@fastify/busboy"))).Busboy;
