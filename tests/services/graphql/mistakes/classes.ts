/** A book. */
export class Book {
  readonly id!: string;
  readonly title!: string;
  readonly published!: number | null;
}
/** Its author. */
export class Author {
  readonly id!: string;
  readonly name!: string;
  readonly born!: number | null;
}
/** One line of an order. */
export class OrderLine {
  readonly bookId!: string;
  readonly quantity!: number;
}
