import { repository } from "@espalier/espalier/data";
import { Book } from "./book.ts";

/** The books of the shop. Its query methods are also REST searches. */
export class Books extends repository(Book, {
  findByTitleContainingIgnoreCase: "page",
  findByAuthorNameContainingIgnoreCase: { returns: "page", parameters: ["name"] },
  findByPublishedBetween: { returns: "page", parameters: ["from", "to"] },
  countByLanguage: "number",
}) {}
