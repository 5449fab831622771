import { repository } from "@espalier/espalier/data";
import { Book } from "./book.ts";

/** The books of the shop. What its query methods find can be searched for over REST too. */
export class Books extends repository(Book, {
  findByTitleContainingIgnoreCase: "page",
  findByAuthorNameContainingIgnoreCase: { returns: "page", parameters: ["name"] },
  findByPublishedBetween: { returns: "page", parameters: ["from", "to"] },
  countByLanguage: "number",
}) {}
