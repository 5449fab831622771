import { assertEquals } from "@std/assert";
import { ContainerModule, createApp, createContainer, entity, t } from "@espalier/espalier";
import { Database, increment, repository, where } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { Principal, rowRules } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";
import { sendJson } from "../notes_app.ts";
import { onEveryStoreWith } from "../stores.ts";

class Vote extends entity({ poll: t.int, voter: t.string, choice: t.mutable(t.int) }, { id: ["poll", "voter"] }) {}
class Votes extends repository(Vote) {}

const onEveryStore = onEveryStoreWith.bind(undefined, [Vote]);

async function voteApp(database: Database, ...modules: ContainerModule[]) {
  const beans = new ContainerModule(({ bind }) => {
    bind(Database).toConstantValue(database);
    bind(Votes).toConstantValue(new Votes(database));
  });
  return await createApp(
    createContainer(beans, rest(), exportRepository(Votes, { writable: true, exposeId: true }), ...modules),
    { properties: { preset: "development", logging: { level: "OFF" } } },
  );
}

onEveryStore("21.5 of clients that create one item of several ids at once, one creates it", async (database) => {
  await using app = await voteApp(database);
  const choices = [1, 2, 3, 4, 5, 6];
  const posted = await Promise.all(
    choices.map((choice) => sendJson(app, "POST", "/votes", { poll: 1, voter: "ada", choice })),
  );
  assertEquals(posted.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409]);
  const put = await Promise.all(choices.map((choice) => sendJson(app, "PUT", "/votes/2,ada", { choice })));
  assertEquals(put.map(({ status }) => status).toSorted(), [201, 204, 204, 204, 204, 204]);
  const votes = new Votes(database);
  // MariaDB locks indexes, so concurrent statements may end in a deadlock.
  const again = <T>(run: () => Promise<T>) => database.transactions.run(run, { retry: true });
  await Promise.all(
    choices.map((choice) => again(() => votes.upsert(new Vote({ poll: 3, voter: "ada", choice })))),
  );
  await Promise.all(choices.map(() => again(() => votes.updateBy(where("poll").is(3), { choice: increment(10) }))));
  const found = await votes.findById({ poll: 3, voter: "ada" });
  assertEquals([await votes.count(), found!.choice > 60 && found!.choice <= 66], [3, true]);
});

onEveryStore("21.5 rules of rows hold for entities of several ids", async (database) => {
  const acting = new ActingPrincipals();
  await new Votes(database).saveAll(
    ["ada", "bob"].flatMap((voter) => [1, 2].map((poll) => new Vote({ poll, voter, choice: 0 }))),
  );
  await using app = await voteApp(
    database,
    acting.module,
    rowRules(
      Vote,
      ({ principal, authentication }) => authentication === undefined ? false : where("voter").is(principal.name),
    ),
  );
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { "content-type": "application/json" };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await acting.as(new Principal("ada"), app).fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  assertEquals((await send("GET", "/votes")).body._embedded.votes.length, 2);
  assertEquals((await send("GET", "/votes/1,bob")).status, 404);
  assertEquals((await send("DELETE", "/votes/1,bob")).status, 404);
  assertEquals((await send("PUT", "/votes/1,ada", { choice: 5 })).status, 204);
  assertEquals((await send("POST", "/votes", { poll: 3, voter: "bob", choice: 1 })).status, 403);
  assertEquals((await send("DELETE", "/votes/2,ada")).status, 204);
});
