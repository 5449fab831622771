import { assertEquals } from "@std/assert";
import {
  bean,
  createApp,
  createContainer,
  data,
  entity,
  graphql,
  graphQlRepository,
  Resource,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { writeDiff } from "@espalier/espalier/migrate";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { sendJson } from "../notes_app.ts";
import { walkByAll } from "../walks.ts";
import { tablePlaces } from "./existing_tables.ts";

// Tables of Chinook, a music shop, of Pagila and of Northwind, as their authors name them.

class Track extends entity({ trackId: t.int, name: t.string }, {
  id: "trackId",
  table: "Track",
  columns: { trackId: "TrackId", name: "Name" },
}) {}
class PlaylistTrack extends entity({ playlist: t.ref<Playlist>((): unknown => Playlist), track: t.ref(() => Track) }, {
  id: ["playlist", "track"],
  table: "PlaylistTrack",
  columns: { playlist: "PlaylistId", track: "TrackId" },
}) {}
class Playlist extends entity({
  playlistId: t.int,
  name: t.nullable(t.string),
  tracks: t.list(t.ref(() => PlaylistTrack)),
}, {
  id: "playlistId",
  table: "Playlist",
  columns: { playlistId: "PlaylistId", name: "Name" },
  references: { tracks: { mappedBy: "playlist" } },
}) {}
class FilmActor extends entity({ actorId: t.int, filmId: t.int, lastUpdate: t.instant }, {
  id: ["actorId", "filmId"],
  table: "film_actor",
}) {}
class OrderDetail extends entity({ orderId: t.int, productId: t.int, unitPrice: t.decimal, quantity: t.int }, {
  id: ["orderId", "productId"],
  table: "order_details",
}) {}

const tables = [
  `create table "Track" ("TrackId" integer not null, "Name" varchar(200) not null,
    constraint "PK_Track" primary key ("TrackId"))`,
  `create table "Playlist" ("PlaylistId" integer not null, "Name" varchar(120),
    constraint "PK_Playlist" primary key ("PlaylistId"))`,
  `create table "PlaylistTrack" ("PlaylistId" integer not null, "TrackId" integer not null,
    constraint "PK_PlaylistTrack" primary key ("PlaylistId", "TrackId"),
    foreign key ("PlaylistId") references "Playlist" ("PlaylistId") on delete no action on update no action,
    foreign key ("TrackId") references "Track" ("TrackId") on delete no action on update no action)`,
  `create index "IFK_PlaylistTrackTrackId" on "PlaylistTrack" ("TrackId")`,
  `create table film_actor (actor_id smallint not null, film_id smallint not null,
    last_update timestamp default current_timestamp not null, primary key (film_id, actor_id))`,
  `create table order_details (order_id smallint not null, product_id smallint not null, unit_price real not null,
    quantity smallint not null, constraint pk_order_details primary key (order_id, product_id))`,
];

const rows = [
  `insert into "Track" values (1, 'Balls to the Wall'), (2, 'Fast As a Shark'), (3, 'Go Down')`,
  `insert into "Playlist" values (1, 'Music'), (2, 'Movies'), (5, '90’s Music')`,
  `insert into "PlaylistTrack" values (1, 1), (1, 2), (1, 3), (5, 3), (5, 1)`,
  `insert into film_actor (actor_id, film_id) values (1, 1), (1, 23), (2, 1), (2, 3)`,
  `insert into order_details values (10248, 11, 14, 12), (10248, 42, 9.75, 10), (10249, 11, 18.5, 9)`,
];

class Tracks extends repository(Track) {}
class Playlists extends repository(Playlist) {}
class PlaylistTracks extends repository(PlaylistTrack) {}
class FilmActors extends repository(FilmActor) {}
class OrderDetails extends repository(OrderDetail) {}

const schema = `type Query {
    playlistTrack(playlist: Int!, track: Int!): PlaylistTrack
    playlistTracks(first: Int, after: String): PlaylistTrackConnection!
    playlist(playlistId: Int!): Playlist
  }
  type Track { trackId: Int! name: String! }
  type Playlist { playlistId: Int! name: String tracks: [PlaylistTrack!]! }
  type PlaylistTrack { playlist: Playlist! track: Track! }`;

function shopApp(options: { readonly url: string; readonly schema?: string }) {
  const writable = { writable: true, exposeId: true } as const;
  const container = createContainer(
    // Classes that are named to data() get the tables and indexes that are missing.
    data(options),
    bean(Tracks, Database),
    bean(Playlists, Database),
    bean(PlaylistTracks, Database),
    bean(FilmActors, Database),
    bean(OrderDetails, Database),
    graphql({ schema: [Resource.text("chinook", schema)] }),
    graphQlRepository(PlaylistTracks),
    graphQlRepository(Playlists),
    rest(),
    exportRepository(Tracks, writable),
    exportRepository(Playlists, writable),
    exportRepository(PlaylistTracks, { ...writable, paged: "keyset" }),
    exportRepository(FilmActors, writable),
    exportRepository(OrderDetails, writable),
  );
  return createApp(container, { properties: { logging: { level: "OFF" }, data: { schemaCheck: "fail" } } });
}

for (const place of tablePlaces) {
  Deno.test({
    name: `21.5 PlaylistTrack, film_actor and order_details are served as they are [${place.name}]`,
    ignore: place.ignore,
    fn: async () => {
      const quoted = (text: string) => place.name === "mariadb" ? text.replaceAll('"', "`") : text;
      await using existing = await place.prepare([...tables, ...rows].map(quoted));
      await using database = await existing.open();
      const before = await database.catalogue();
      const { url, schema } = existing;
      await using app = await shopApp({ url, ...(schema === undefined ? {} : { schema }) });

      const walked = app.container.get(PlaylistTracks);
      const paths = ["playlist", "track", "track.name", "playlist.name"];
      await walkByAll(walked, paths, ({ playlist, track }) => `${playlist.playlistId} ${track.trackId}`);
      await walkByAll(
        app.container.get(FilmActors),
        ["actorId", "filmId", "lastUpdate"],
        ({ actorId, filmId }) => `${actorId} ${filmId}`,
      );
      await walkByAll(
        app.container.get(OrderDetails),
        ["orderId", "productId", "unitPrice", "quantity"],
        ({ orderId, productId }) => `${orderId} ${productId}`,
      );

      const ask = async (query: string) => (await sendJson(app, "POST", "/graphql", { query })).body;
      assertEquals(await ask("{ playlistTrack(playlist: 5, track: 3) { playlist { name } track { name } } }"), {
        data: { playlistTrack: { playlist: { name: "90’s Music" }, track: { name: "Go Down" } } },
      });
      const { data: { playlist } } = await ask("{ playlist(playlistId: 1) { tracks { track { name } } } }");
      assertEquals(playlist.tracks.length, 3);
      const { data: { playlistTracks } } = await ask(
        "{ playlistTracks(first: 4) { edges { node { track { trackId } } } pageInfo { hasNextPage } } }",
      );
      assertEquals([playlistTracks.edges.length, playlistTracks.pageInfo.hasNextPage], [4, true]);

      const name = (await sendJson(app, "GET", "/playlistTracks/5,3/track")).body.name;
      assertEquals([name, (await sendJson(app, "GET", "/playlistTracks/2,3")).status], ["Go Down", 404]);
      assertEquals((await sendJson(app, "PUT", "/playlistTracks/2,3", {})).status, 201);
      const entry = { playlist: "/playlists/2", track: "/tracks/1" };
      assertEquals((await sendJson(app, "POST", "/playlistTracks", entry)).status, 201);
      assertEquals((await sendJson(app, "GET", "/playlists/2/tracks")).body._embedded.playlistTracks.length, 2);
      assertEquals((await sendJson(app, "DELETE", "/playlists/2")).status, 409);
      assertEquals((await sendJson(app, "DELETE", "/playlistTracks/2,3")).status, 204);
      assertEquals((await sendJson(app, "PATCH", "/orderDetails/10248,42", { quantity: 11 })).status, 204);
      assertEquals((await sendJson(app, "GET", "/orderDetails/10248,42")).body.quantity, 11);
      assertEquals(
        (await sendJson(app, "PUT", "/orderDetails/10249,7", { unitPrice: "2.5", quantity: 1 })).status,
        201,
      );

      assertEquals(await database.catalogue(), before);
      const files = await writeDiff(database, [{ module: "", url: new URL("file:///nowhere/") }], {
        entities: [Track, Playlist, PlaylistTrack],
        name: "none",
      });
      assertEquals(files.filter(({ isEffective }) => isEffective).map(({ text }) => text), []);
    },
  });
}
