import type { ServiceIdentifier } from "../../../deps.ts";
import { token } from "../../kernel/mod.ts";

/** Reports how clients use the schema. */
export interface SchemaUsage {
  /** Returns the report as JSON. */
  toJSON(): object;
}

/** Identifier of the {@linkcode SchemaUsage} bean, which is bound if `graphql.usageReport` is more than 0. */
export const SchemaUsage: ServiceIdentifier<SchemaUsage> = token<SchemaUsage>("SchemaUsage");
