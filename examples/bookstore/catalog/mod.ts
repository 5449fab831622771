/**
 * What the shop sells: books and their authors.
 *
 * @module
 */

export { Author } from "./author.ts";
export { Authors } from "./authors.ts";
export { Book } from "./book.ts";
export { Books } from "./books.ts";
export { Money } from "./money.ts";
