import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Application } from "@espalier/espalier";
import { Principal } from "@espalier/espalier/security";
import { get, Patient, query, staff, start } from "../../authorization/rows_app.ts";

const owners = ["ada", "bob", "eve"];
const rowOf = fc.record({ owner: fc.constantFrom(...owners), name: fc.constantFrom("Anna", "Bart", "Carla", "Dora") });
const requestOf = fc.oneof(
  fc.record({
    kind: fc.constant("rest" as const),
    size: fc.integer({ min: 1, max: 4 }),
    page: fc.integer({ min: 0, max: 3 }),
    sort: fc.constantFrom("name", "name,desc", "owner", "id,desc"),
    name: fc.option(fc.constantFrom("Anna", "Bart"), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant("connection" as const), first: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("item" as const), id: fc.integer({ min: 0, max: 9 }).map(String) }),
);

Deno.test("property: every answer is that of a service which has nothing but the rows that the rule allows", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf, { maxLength: 10 }),
      fc.constantFrom(...owners),
      fc.array(requestOf, { minLength: 3, maxLength: 6 }),
      async (rows, owner, requests) => {
        const all = rows.map(({ owner, name }, i) => new Patient(String(i), owner, name));
        await using guarded = await start(all);
        await using filtered = await start(all.filter((patient) => patient.owner === owner));
        for (const request of requests) {
          const answer = (app: Application, principal: Principal) => {
            if (request.kind === "item") return get(app, `/patients/${request.id}`, principal).then(({ text }) => text);
            if (request.kind === "connection") {
              const text = `{ patients { id name } page(first: ${request.first}) { edges { cursor node { id owner } }
                pageInfo { hasNextPage endCursor } } }`;
              return query(app, text, principal).then((json) => JSON.stringify(json));
            }
            const { size, page, sort, name } = request;
            const filter = name === undefined ? "" : `&name=${name}`;
            return get(app, `/patients?size=${size}&page=${page}&sort=${sort}${filter}`, principal).then(({ text }) =>
              text
            );
          };
          assertEquals(await answer(guarded, new Principal(owner)), await answer(filtered, staff));
        }
      },
    ),
    { numRuns: 15 },
  );
});
