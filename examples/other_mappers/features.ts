import {
  ContainerModule,
  graphql,
  graphQlRepository,
  Resource,
  type ServiceIdentifier,
  token,
} from "@espalier/espalier";
import { PredicateDataFetcher } from "@espalier/espalier/graphql";
import { where } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import type { Film } from "./film.ts";
import type { SearchingRepository } from "./searching_repository.ts";

/** The repository of films, of any mapper. */
export const Films: ServiceIdentifier<SearchingRepository<Film>> = token("Films");

const schema = Resource.text(
  "films",
  `type Query {
     film(id: Int!): Film
     films(title: String, year: Int, first: Int, after: String): FilmConnection!
   }
   type Film { id: Int! title: String! year: Int }`,
);

/**
 * GraphQL and REST over a repository of films.
 *
 * @param films the repository
 */
export function features(films: SearchingRepository<Film>): readonly ContainerModule[] {
  return [
    new ContainerModule(({ bind }) => void bind(Films).toConstantValue(films)),
    graphql({ schema: [schema] }),
    graphQlRepository(Films, {
      fetchers: (repository) =>
        PredicateDataFetcher.builder(repository).customizer((bindings) =>
          bindings.bind("title", (path, text) => where(path).containing(String(text)))
        ),
    }),
    rest(),
    exportRepository(Films, { path: "films" }),
  ];
}
