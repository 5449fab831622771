import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  describeType,
  graphql,
  graphQlRepository,
  MutationMapping,
  param,
  Resource,
  t,
} from "@espalier/espalier";
import { GraphQlClient } from "@espalier/espalier/client";
import { controller } from "@espalier/espalier/graphql";
import { type Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { sendJson } from "./notes_app.ts";
import { stores } from "./stores.ts";

class Event {
  constructor(
    readonly id: number,
    readonly day: Temporal.PlainDate,
    readonly opens: Temporal.PlainTime,
    readonly local: Temporal.PlainDateTime,
    readonly moment: Temporal.Instant,
    readonly until: Temporal.Instant | null,
  ) {}
}
describeType(Event, {
  id: t.int,
  day: t.localDate,
  opens: t.localTime,
  local: t.localDateTime,
  moment: t.instant,
  until: t.nullable(t.instant),
}, { id: "id" });

class Events extends repository(Event, {
  findByMomentBetween: "list",
  findByDayOrderByOpensDesc: "page",
}) {}

class EventController {
  constructor(readonly events: Events) {}

  @MutationMapping({
    params: [param.argument("id", t.int), param.argument("day", t.localDate), param.argument("moment", t.instant)],
    returns: t.object(() => Event),
  })
  async move(id: number, day: Temporal.PlainDate, moment: Temporal.Instant): Promise<Event> {
    const event = (await this.events.findById(id))!;
    return await this.events.save(new Event(id, day, event.opens, event.local, moment, moment));
  }
}

const schema = `scalar LocalDate scalar LocalTime scalar LocalDateTime scalar Instant
  type Query { events(first: Int, after: String, day: LocalDate, moment: Instant): EventConnection! }
  type Mutation { move(id: Int!, day: LocalDate!, moment: Instant!): Event! }
  type Event { id: Int! day: LocalDate! opens: LocalTime! local: LocalDateTime! moment: Instant! until: Instant }`;

async function eventsApp(database: Database): Promise<Application> {
  const container = createContainer(
    new ContainerModule(({ bind }) => {
      bind(Events).toConstantValue(new Events(database));
    }),
    graphql({ schema: [Resource.text("events", schema)] }),
    controller(EventController, Events),
    graphQlRepository(Events),
    rest(),
    exportRepository(Events, {
      writable: true,
      paged: "keyset",
      exposeId: true,
      filters: { day: true, opens: true, local: true, moment: true, until: ["null", "gt"] },
    }),
  );
  return await createApp(container, { properties: { logging: { level: "OFF" }, rest: { openApi: true } } });
}

/** An event as documents show it. */
const document = (id: number, microsecond: number, until: string | null = null) => ({
  id,
  day: `2026-0${id}-28`,
  opens: `1${id}:30:00.00000${microsecond}`,
  local: `2026-0${id}-28T23:59:59.00000${microsecond}`,
  moment: `2026-01-31T12:00:00.00000${microsecond}Z`,
  until,
});

const documents = [document(1, 1), document(2, 2, "2026-12-31T00:00:00Z"), document(3, 3), document(4, 3)];

interface Body {
  readonly _embedded?: { readonly events: readonly (typeof documents[number] & { readonly _links?: unknown })[] };
  readonly _links?: { readonly next?: { readonly href: string } };
}

const idsOf = ({ _embedded }: Body) => (_embedded?.events ?? []).map(({ id }) => id);

async function verifyRest(app: Application): Promise<void> {
  for (const each of documents) {
    const { status, body } = await sendJson(app, "PUT", `/events/${each.id}`, each);
    assertEquals(status, 201, JSON.stringify(body));
  }
  const get = async (path: string) => (await sendJson(app, "GET", path)).body;
  const { _links, ...first } = await get("/events/1");
  assertEquals(first, documents[0]);

  const found = async (query: string) => idsOf(await get(`/events?${query}`));
  const moment = (microsecond: number) => `2026-01-31T12%3A00%3A00.00000${microsecond}Z`;
  assertEquals(await found("day=2026-02-28"), [2]);
  assertEquals(await found("day.gte=2026-02-28&day.lt=2026-04-01"), [2, 3]);
  assertEquals(await found("opens.gt=12:30"), [2, 3, 4]);
  assertEquals(await found("opens=13:30:00.000003"), [3]);
  assertEquals(await found("local.lte=2026-02-28T23:59:59.000002"), [1, 2]);
  assertEquals(await found(`moment=${moment(3)}`), [3, 4]);
  // The same moment in another zone.
  assertEquals(await found("moment=2026-01-31T13%3A00%3A00.000002%2B01%3A00"), [2]);
  assertEquals(await found(`moment.in=${moment(1)}&moment.in=${moment(2)}`), [1, 2]);
  assertEquals(await found("until.null=true"), [1, 3, 4]);
  assertEquals(await found("until.gt=2026-06-30T00:00:00Z"), [2]);
  for (const wrong of ["day=2026-02-30", "day=2026-02-28T00:00:00Z", "moment=2026-01-31", "opens=25:00"]) {
    const { status, body } = await sendJson(app, "GET", `/events?${wrong}`);
    assertEquals(status, 400, `${wrong}: ${JSON.stringify(body)}`);
  }

  // Each page is one row, by its cursor.
  for (
    const [sort, expected] of [["day,desc", [4, 3, 2, 1]], ["moment,desc", [4, 3, 2, 1]], ["until", [
      2,
      1,
      3,
      4,
    ]]] as const
  ) {
    const ids: number[] = [];
    for (let path: string | undefined = `/events?size=1&sort=${sort}`; path !== undefined;) {
      const page: Body = await get(path);
      ids.push(...idsOf(page));
      const next: string | undefined = page._links?.next?.href;
      path = next === undefined ? undefined : next.replace(/^https?:\/\/[^/]*/, "");
      if (ids.length > documents.length) break;
    }
    assertEquals(ids, [...expected], sort);
  }

  const between = `/events/search/findByMomentBetween?moment=${moment(1)}&moment2=${moment(2)}`;
  const search = await get("/events/search");
  assertEquals(Object.keys(search._links).includes("findByMomentBetween"), true);
  const parameters = String(search._links.findByMomentBetween.href).match(/\{\?(.*?)\}/)![1]!.split(",");
  const [low, high] = parameters as [string, string];
  const path = between.replace("moment=", `${low}=`).replace("moment2=", `${high}=`);
  assertEquals(idsOf(await get(path)), [1, 2]);

  assertEquals(
    (await sendJson(app, "PATCH", "/events/3", { day: "2024-02-29", until: "2026-01-01T01:00:00+01:00" })).status,
    204,
  );
  const changed = await get("/events/3");
  assertEquals([changed.day, changed.until, changed.local], [
    "2024-02-29",
    "2026-01-01T00:00:00Z",
    documents[2]!.local,
  ]);
  const wrong = await sendJson(app, "PATCH", "/events/3", { day: "2023-02-29" });
  assertEquals([wrong.status, wrong.body.errors?.[0]?.property], [400, "day"], JSON.stringify(wrong.body));
}

async function verifyDescriptions(app: Application): Promise<void> {
  const profile = await (await app.fetch(
    new Request("http://localhost/profile/events", { headers: { accept: "application/schema+json" } }),
  )).json();
  const { day, opens, local, moment } = profile.properties;
  assertEquals([day.format, opens.type, local.type, moment.format], ["date", "string", "string", "date-time"]);
  for (const [property, value] of [[opens, documents[0]!.opens], [local, documents[0]!.local]] as const) {
    assertEquals(new RegExp(property.pattern).test(value), true, `${value} ${property.pattern}`);
  }
  const openApi = JSON.stringify(await (await app.fetch(new Request("http://localhost/openapi.json"))).json());
  assertStringIncludes(openApi, '"format":"date"');
  assertStringIncludes(openApi, '"format":"date-time"');
}

async function verifyGraphQl(app: Application): Promise<void> {
  await using client = GraphQlClient.http({ url: "http://localhost/graphql", fetch: app.fetch });
  const type = t.object(() => Event);
  const one = await client.document("{ events(first: 1) { edges { node { id day opens local moment until } } } }")
    .retrieve("events.edges[0].node").toEntity(type);
  assertEquals([one.day instanceof Temporal.PlainDate, one.moment instanceof Temporal.Instant], [true, true]);
  assertEquals(JSON.parse(JSON.stringify(one)), documents[0]);
  const [moment, day] = [Temporal.Instant.from(documents[1]!.moment), Temporal.PlainDate.from("2024-02-29")];
  const byVariable =
    "query ($moment: Instant, $day: LocalDate) { events(first: 9, moment: $moment, day: $day) { edges { node { id } } } }";
  const ids = async (variables: Record<string, unknown>) => {
    const { data, errors } = (await client.document(byVariable).variables(variables).execute()) as never as {
      data: { events: { edges: { node: { id: number } }[] } };
      errors: unknown;
    };
    assertEquals(errors ?? [], []);
    return data.events.edges.map(({ node }) => node.id);
  };
  assertEquals(await ids({ moment }), [2]);
  assertEquals(await ids({ day }), [3]);
  const moved = await client.document(
    "mutation ($day: LocalDate!, $moment: Instant!) { move(id: 4, day: $day, moment: $moment) { id day opens local moment until } }",
  )
    .variables({ day, moment }).retrieve("move").toEntity(type);
  assertEquals(JSON.parse(JSON.stringify(moved)), {
    ...documents[3],
    ...{ day: "2024-02-29", moment: documents[1]!.moment, until: documents[1]!.moment },
  });
  const { body } = await sendJson(app, "POST", "/graphql", {
    query: 'mutation { move(id: 4, day: "2023-02-29", moment: "2026-01-01T00:00:00Z") { id } }',
  });
  const [{ message, extensions }] = body.errors;
  assertEquals([message.split(":")[0], extensions.classification], ['Cannot bind "day"', "BAD_REQUEST"]);
}

for (const store of stores) {
  Deno.test({
    name:
      `21.1 dates and times of Temporal are read, written, compared and sorted over REST and GraphQL [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      await using database = await store.open();
      await database.createTables(Event);
      await using app = await eventsApp(database);
      await verifyRest(app);
      await verifyDescriptions(app);
      await verifyGraphQl(app);
    },
  });
}
