import type { ServiceIdentifier } from "../../../deps.ts";
import { token } from "../../kernel/mod.ts";

/** Knows how clients use the schema. */
export interface SchemaUsage {
  /** Returns the report as JSON. */
  toJSON(): object;
}

/** Identifier of the {@linkcode SchemaUsage} bean, which is there where `graphql.usageReport` is more than 0. */
export const SchemaUsage: ServiceIdentifier<SchemaUsage> = token<SchemaUsage>("SchemaUsage");
