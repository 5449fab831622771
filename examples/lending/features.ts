import { ContainerModule, data } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import { HttpRoute } from "@espalier/espalier/http";
import { Curie, exportRepository, RepresentationModelProcessor, rest } from "@espalier/espalier/rest";
import { z } from "zod";
import { Copies } from "./copies.ts";
import { Copy } from "./copy.ts";
import { LendingActions } from "./lending_actions.ts";
import { LendingRoute } from "./lending_route.ts";

/** The features of the library, for `createContainer`. */
export function features(databaseUrl = "sqlite::memory:"): readonly ContainerModule[] {
  const library = new ContainerModule(({ bind }) => {
    bind(Copies).toResolvedValue((database) => new Copies(database), [Database]);
    bind(RepresentationModelProcessor).toResolvedValue((copies) => new LendingActions(copies), [Copies]);
    bind(HttpRoute).toResolvedValue((copies, database) => new LendingRoute(copies, database), [Copies, Database]);
    bind(Curie).toConstantValue({ name: "lib", href: "https://library.example/relations/{rel}" });
  });
  return [
    data({ url: databaseUrl, entities: [Copy] }),
    rest(),
    library,
    exportRepository(Copies, {
      title: "The copies of all books",
      paged: "keyset",
      writable: true,
      filters: { title: ["eq", "containsIgnoreCase"], condition: ["eq"], pages: ["gte", "lte"], reader: ["null"] },
      properties: { reader: { readOnly: true }, title: { title: "Title of the book" } },
      validation: z.object({ title: z.string().min(1).max(200), pages: z.int().min(1).max(5000) }),
    }),
  ];
}
