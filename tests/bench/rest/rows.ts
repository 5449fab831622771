import { DatabaseSync } from "node:sqlite";

/**
 * Makes the benchmark's database file, unless it is there.
 *
 * @param file its path
 * @param rowCount how many books it holds
 * @param indexed the columns of its index: with the id a page is read in the index's order, without it sorted by the id
 */
export function prepareRows(file: string, rowCount = 100_000, indexed = "title, id"): void {
  const database = new DatabaseSync(file);
  const exists = database.prepare("select count(*) as n from sqlite_master where name = 'book'").get()!.n;
  if (exists === 0) {
    database.exec(`create table book (id text primary key not null, title text not null, isbn text not null,
      pages integer not null, price real not null, in_print integer not null, language text, published_at text)`);
    const insert = database.prepare("insert into book values (?, ?, ?, ?, ?, ?, ?, ?)");
    database.exec("begin");
    for (let n = 0; n < rowCount; n++) {
      const key = (n * 7919) % rowCount;
      const language = n % 7 === 0 ? null : ["en", "fr", "de"][n % 3]!;
      insert.run(
        `b${n}`,
        `Title ${key}`,
        `978-${key}`,
        100 + key % 700,
        (key % 5000) / 100,
        n % 2,
        language,
        `20${n % 25 + 10 - 10}-01-01`,
      );
    }
    database.exec(`create index book_title on book (${indexed}); commit`);
  }
  database.close();
}
