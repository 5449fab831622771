import { assertEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { type Criteria, max, min, Sort, where } from "@espalier/espalier/data";
import { stores } from "./stores.ts";
import { walkByAll } from "./walks.ts";

class Parcel {
  declare readonly id: number;
  declare readonly size: "small" | "large" | "huge" | null;
}
describeType(Parcel, { id: t.int, size: t.nullable(t.enum("small", "large", "huge")) }, { id: "id" });

for (const store of stores.filter(({ name }) => name === "postgres" || name === "mariadb")) {
  Deno.test({
    name: `21.1 an enum is compared, searched and walked in the order of its labels [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      await using database = await store.open();
      const labels = "enum ('small', 'large', 'huge')";
      if (store.name === "postgres") await database.execute(`create type sizes as ${labels}`);
      await database.execute(
        `create table parcels (id int primary key, size ${store.name === "postgres" ? "sizes" : labels})`,
      );
      await database.execute(
        "insert into parcels values (1, 'huge'), (2, 'small'), (3, null), (4, 'large'), (5, 'huge'), (6, 'small')",
      );
      const parcels = database.repository<Parcel, number>(Parcel);
      const found = async (criteria: Criteria) => (await parcels.findBy(criteria)).map(({ id }) => id).toSorted();
      assertEquals(await found(where("size").is("large")), [4]);
      assertEquals(await found(where("size").isNot("huge")), [2, 4, 6]);
      assertEquals(await found(where("size").greaterThan("small")), [1, 4, 5]);
      assertEquals(await found(where("size").atMost("large")), [2, 4, 6]);
      assertEquals(await found(where("size").in(["small", "huge"])), [1, 2, 5, 6]);
      assertEquals(await found(where("size").in(Array.from({ length: 1_200 }, () => "huge"))), [1, 5]);
      assertEquals(await found(where("size").containing("g")), [1, 4, 5]);
      assertEquals((await parcels.findAll(Sort.by("size"))).map(({ id }) => id), [2, 6, 4, 1, 5, 3]);
      const extremes = await parcels.aggregate({ first: min("size"), last: max("size") });
      assertEquals<unknown>({ ...extremes }, { first: "small", last: "huge" });
      await walkByAll(parcels, ["size"], ({ id }) => id);
    },
  });
}
