import { type Database, EntityRepository } from "@espalier/espalier/data";
import { Author } from "./author.ts";

/** The authors of the books. */
export class Authors extends EntityRepository<Author, string> {
  constructor(database: Database) {
    super(database, Author);
  }
}
