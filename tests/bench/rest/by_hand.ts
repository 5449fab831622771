// What one writes by hand for this one table: the same document, nothing else.
import { DatabaseSync, type StatementSync } from "node:sqlite";

const columns: Readonly<Record<string, string>> = { id: "id", title: "title", pages: "pages", price: "price" };
const select = "select id, title, isbn, pages, price, in_print, language, published_at from book";

/** A page of books as a HAL document. */
export class BooksByHand {
  readonly #database: DatabaseSync;
  readonly #count: StatementSync;
  readonly #pages = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16000");
    this.#count = this.#database.prepare("select count(*) as n from book");
  }

  page(query: URLSearchParams, base: string): object {
    const number = Math.max(0, Number(query.get("page")) || 0);
    const size = Math.max(1, Number(query.get("size")) || 20);
    const [property = "", direction = "asc"] = (query.get("sort") ?? "id").split(",");
    const order = `${columns[property] ?? "id"} ${direction === "desc" ? "desc" : "asc"}, id`;
    const rows = this.#statement(order).all(size, number * size);
    const total = Number(this.#count.get()!.n);
    const totalPages = Math.ceil(total / size);
    const links: Record<string, object> = { self: { href: `${base}{?page,size,sort*}`, templated: true } };
    const to = (page: number) => ({
      href: `${base}?page=${page}&size=${size}&sort=${property},${direction}`,
      templated: false,
    });
    if (number > 0) links.prev = to(number - 1);
    if (number + 1 < totalPages) links.next = to(number + 1);
    return {
      _embedded: { books: rows.map((row) => book(row, base)) },
      _links: links,
      page: { size, totalElements: total, totalPages, number },
    };
  }

  #statement(order: string): StatementSync {
    let statement = this.#pages.get(order);
    if (statement === undefined) {
      statement = this.#database.prepare(`${select} order by ${order} limit ? offset ?`);
      this.#pages.set(order, statement);
    }
    return statement;
  }
}

function book(row: Record<string, unknown>, base: string): object {
  const { id, title, isbn, pages, price, language } = row;
  const href = `${base}/${id}`;
  return {
    id,
    title,
    isbn,
    pages,
    price,
    inPrint: row.in_print === 1,
    language,
    publishedAt: row.published_at,
    _links: { self: { href }, book: { href } },
  };
}
