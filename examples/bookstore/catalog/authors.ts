import { repository } from "@espalier/espalier/data";
import { Author } from "./author.ts";

/** The authors of the books. */
export class Authors extends repository(Author) {}
