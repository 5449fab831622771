import { bean, controller, RuntimeWiringConfigurer } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import { GraphQlRepository } from "@espalier/espalier/graphql";
import { applicationModule } from "@espalier/espalier/modulith";
import { AuthorController } from "./author_controller.ts";
import { Authors } from "./authors.ts";
import { BookController } from "./book_controller.ts";
import { Books } from "./books.ts";
import { booksByExample } from "./books_by_example.ts";
import { Money } from "./money.ts";
import { SearchController } from "./search_controller.ts";

/** What the shop sells. */
export const catalog = applicationModule(
  import.meta.url,
  { displayName: "Catalog", allowedDependencies: [] },
  [
    bean(Books, Database),
    bean(Authors, Database),
    controller(BookController, Books, Authors),
    controller(AuthorController, Authors, Books),
    controller(SearchController, Books, Authors),
    ({ bind }) => {
      bind(GraphQlRepository)
        .toResolvedValue((books) => ({ typeName: "Book", builder: booksByExample(books) }), [Books]);
      bind(RuntimeWiringConfigurer).toConstantValue({ configure: (wiring) => void wiring.scalar(Money) });
    },
  ],
);
