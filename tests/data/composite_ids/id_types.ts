// Compile-time tests of ids of several properties: `deno check` fails where a line that must not compile does.
import { type Class, describeType, entity, t } from "@espalier/espalier";
import { type Database, EntityRepository, type IdOf, repository } from "@espalier/espalier/data";
import { type OrderLine, OrderLines, type Product, Stocks, Tagging, Taggings } from "./warehouse.ts";

class Seat {
  constructor(readonly row: number, readonly place: string) {}
}
describeType(Seat, { row: t.int, place: t.string }, { id: ["row", "place"] });
class Seats extends EntityRepository<Seat, Pick<Seat, "row" | "place">> {
  constructor(database: Database) {
    super(database, Seat);
  }
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

const isTaggingId: Same<IdOf<Tagging>, { readonly item: number; readonly tag: string }> = true;
const isLineId: Same<IdOf<OrderLine>, { readonly order: number; readonly product: string }> = true;
const isProductId: Same<IdOf<Product>, string> = true;

/** Never called: the compiler reads it. */
export async function typed(database: Database): Promise<void> {
  void [isTaggingId, isLineId, isProductId];
  const [taggings, lines, stocks] = [new Taggings(database), new OrderLines(database), new Stocks(database)];
  await taggings.findById({ item: 1, tag: "a" });
  await taggings.deleteAllById([new Tagging({ item: 1, tag: "a" })]);
  await database.repository(Tagging).existsById({ item: 1, tag: "a" });
  await new (repository(Tagging))(database).findAllById([{ item: 1, tag: "a" }]);
  await lines.findById({ order: 1, product: "pen" });
  await new Seats(database).findById({ row: 1, place: "A" });
  const [selected] = await stocks.findAll({ select: ["amount"] });
  void [selected?.amount, selected?.warehouse, selected?.day, selected?.bin];
  // @ts-expect-error: the label was not selected
  void selected?.label;
  // @ts-expect-error: an id is an object
  await taggings.findById(1);
  // @ts-expect-error: the tag is missing
  await taggings.findById({ item: 1 });
  // @ts-expect-error: the tag is a text
  await taggings.existsById({ item: 1, tag: 2 });
  // @ts-expect-error: nothing else is a part of the id
  await taggings.deleteById({ item: 1, tag: "a", amount: 3 });
  // @ts-expect-error: each of several ids is an object
  await taggings.findAllById([1, 2]);
  // @ts-expect-error: an id is an object
  await database.repository(Tagging).findById("1");
  // @ts-expect-error: a reference is given by its id
  await lines.findById({ order: { id: 1 }, product: "pen" });
  // @ts-expect-error: there is no property tga
  void entity({ item: t.int, tag: t.string }, { id: ["item", "tga"] });
  // @ts-expect-error: a list has two properties at least
  void entity({ item: t.int, tag: t.string }, { id: ["item"] });
  // @ts-expect-error: there is no property tga
  describeType(Seat as Class<Seat>, { row: t.int, place: t.string }, { id: ["row", "tga"] });
}
