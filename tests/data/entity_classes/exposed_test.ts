import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  entity,
  graphql,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  t,
  value,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { assertNoSchemaFindings } from "@espalier/espalier/testing";

class Film extends entity({
  id: t.generatedId,
  title: t.string,
  state: t.default(t.enum("IN", "OUT"), "IN"),
}, { id: "id" }) {
  readonly #prefix = "Film: ";
  get label(): string {
    return this.#prefix + this.title;
  }
}
class FilmInput extends value({ title: t.string, state: t.default(t.enum("IN", "OUT"), "OUT") }) {}
class Films extends repository(Film) {}

class FilmController {
  constructor(readonly films: Films) {}
  @QueryMapping({ returns: t.list(t.object(() => Film)) })
  films_(): Promise<Film[]> {
    return this.films.findAll();
  }
  @QueryMapping({ returns: t.list(t.object(() => Film)) })
  found(): Promise<Film[]> {
    return this.films.findAll();
  }
  @MutationMapping({ params: [param.argument("input", t.object(() => FilmInput))], returns: t.object(() => Film) })
  add(input: FilmInput): Promise<Film> {
    return this.films.save(new Film({ ...input }));
  }
}

const sdl = `type Query { found: [Item!]! films_: [Film!]! } union Item = Film enum State { IN OUT }
  type Film { id: ID! title: String! state: State! label: String } type Mutation { add(input: FilmInput!): Film! }
  input FilmInput { title: String! state: State }`;

async function started() {
  return await createApp(
    createContainer(
      data({ url: "sqlite::memory:", entities: [Film] }),
      graphql({ schema: [Resource.text("films", sdl)] }),
      rest(),
      new ContainerModule(({ bind }) => {
        bind(Films).toResolvedValue((database) => new Films(database), [Database]);
      }),
      controller(FilmController, Films),
      exportRepository(Films, { path: "films", writable: true }),
    ),
    { properties: { logging: { level: "OFF" }, rest: { openApi: true } } },
  );
}

type App = Awaited<ReturnType<typeof started>>;

async function send(app: App, path: string, body?: unknown) {
  const init = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  };
  const response = await app.fetch(new Request(`http://localhost${path}`, init));
  return { status: response.status, json: await response.json() };
}

Deno.test("entity class over GraphQL: inputs get defaults, unions are resolved by class, getters are fields", async () => {
  await using app = await started();
  assertNoSchemaFindings(app, { except: ["skippedTypes"] });
  await send(app, "/graphql", { query: `mutation { add(input: { title: "Emma" }) { id } }` });
  const query = "{ found { __typename ... on Film { title state label } } }";
  assertEquals((await send(app, "/graphql", { query })).json, {
    data: { found: [{ __typename: "Film", title: "Emma", state: "OUT", label: "Film: Emma" }] },
  });
});

Deno.test("entity class over REST: what has a default may be left out, and OpenAPI does not require it", async () => {
  await using app = await started();
  const { status, json } = await send(app, "/films", { title: "Orlando" });
  assertEquals([status, json.title, json.state], [201, "Orlando", "IN"]);
  assertEquals((await send(app, "/films", {})).status, 422);
  const { json: document } = await send(app, "/openapi.json");
  assertEquals(document.components.schemas.FilmCreate.required, ["title"]);
});
