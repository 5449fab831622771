import { type Database, EntityRepository } from "@espalier/espalier/data";
import { Stock } from "./stock.ts";

/** The stock of every book. */
export class Stocks extends EntityRepository<Stock, string> {
  constructor(database: Database) {
    super(database, Stock);
  }
}
