/** The schema that most cases speak of. */
export const booksSchema = `
  type Query {
    bookById(id: ID): Book
    booksById(id: [ID]): [Book]
    books(id: ID, name: String, author: String): [Book!]!
    booksByCriteria(criteria: BookCriteria): [Book]
    authorById(id: ID): Author
  }
  type Mutation { addAuthor(firstName: String, lastName: String): Author }
  type Subscription { bookSearch(author: String): Book! }
  input BookCriteria { id: ID author: String }
  type Book { id: ID name: String author: Author }
  type Author { id: ID firstName: String lastName: String }
`;

/** Somebody who wrote books. */
export class Author {
  constructor(readonly id: string, readonly firstName: string, readonly lastName: string) {}
}

/** Something that somebody wrote. */
export class Book {
  constructor(readonly id: string, readonly name: string, readonly authorId: string) {}
}

/** The authors by id. */
export const authors: ReadonlyMap<string, Author> = new Map([
  ["101", new Author("101", "George", "Orwell")],
  ["102", new Author("102", "F. Scott", "Fitzgerald")],
  ["103", new Author("103", "Joseph", "Heller")],
  ["104", new Author("104", "Virginia", "Woolf")],
  ["105", new Author("105", "Douglas", "Adams")],
  ["106", new Author("106", "Vince", "Gilligan")],
]);

/** The books, in their order. */
export const books: readonly Book[] = [
  new Book("1", "Nineteen Eighty-Four", "101"),
  new Book("2", "The Great Gatsby", "102"),
  new Book("3", "Catch-22", "103"),
  new Book("4", "To The Lighthouse", "104"),
  new Book("5", "Animal Farm", "101"),
  new Book("53", "Breaking Bad", "106"),
  new Book("42", "Hitchhiker's Guide to the Galaxy", "105"),
];

/** The books whose author's full name contains a text. */
export function booksBy(author: string): Book[] {
  return books.filter((book) => {
    const { firstName, lastName } = authors.get(book.authorId)!;
    return `${firstName} ${lastName}`.includes(author);
  });
}
