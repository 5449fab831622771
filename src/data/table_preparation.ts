import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";
import type { Database } from "./database.ts";

/**
 * Makes or checks the tables at start-up, once the database is open and before anything else reads it, in place of
 * `Database.createTables`; `migrations()` binds one.
 */
export interface TablePreparation {
  /**
   * Prepares the tables.
   *
   * @param database the open database
   */
  prepare(database: Database): Promise<void>;
}

/** Identifier of the {@linkcode TablePreparation} bean. */
export const TablePreparation: ServiceIdentifier<TablePreparation> = token<TablePreparation>("TablePreparation");
