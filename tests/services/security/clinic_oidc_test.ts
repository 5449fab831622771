import { assertEquals } from "@std/assert";
import { type Application, createApp, createContainer } from "@espalier/espalier";
import { features } from "../../../examples/clinic/features.ts";
import { MedicalRecord, MedicalRecords } from "../../../examples/clinic/medical_record.ts";
import { OidcServer, signingKey } from "./oidc_server.ts";

const keys = [await signingKey("2026-01"), await signingKey("2026-02")] as const;

/** The clinic, which takes the tokens of npm's oidc-provider. */
async function open({ issuer }: OidcServer): Promise<Application> {
  const identity = { issuer, audience: "clinic", cooldownMs: 0 };
  const app = await createApp(createContainer(...features(identity)), {
    root: new URL("../../../examples/clinic/", import.meta.url),
    properties: { actuator: { exposureInclude: ["auditevents"] }, logging: { level: "OFF" } },
  });
  const record = { note: "", diagnosis: "flu", costs: 12_500, xrayBytes: 0 };
  await app.container.get(MedicalRecords).save(new MedicalRecord({ ...record, id: "1", patient: "orders-client" }));
  await app.container.get(MedicalRecords).save(new MedicalRecord({ ...record, id: "2", patient: "bob" }));
  return app;
}

async function send(app: Application, path: string, token: string, query?: string): Promise<[number, unknown]> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json" };
  const init = query === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify({ query }) };
  const response = await app.fetch(new Request(`http://localhost${path}`, init));
  const text = await response.text();
  return [response.status, response.status === 204 ? undefined : JSON.parse(text)];
}

const records = "{ records { id diagnosis costs } }";

Deno.test("24 clinic: a provider that nobody here wrote says who is patient, doctor and auditor", async () => {
  await using provider = await OidcServer.start([keys[0]]);
  await using app = await open(provider);
  const tokenOf = (...roles: string[]) => provider.token("clinic", "orders:read", roles);
  const [patient, doctor] = [await tokenOf("patient"), await tokenOf("doctor")];
  const [auditor, nobody] = [await tokenOf("auditor"), await tokenOf()];
  const data = async (token: string) => (await send(app, "/graphql", token, records))[1];
  const record = (id: string, costs: number | null) => ({ id, diagnosis: "flu", costs });
  assertEquals(await data(patient), { data: { records: [record("1", null)] } });
  assertEquals(await data(doctor), { data: { records: [record("1", 12_500), record("2", 12_500)] } });
  const ways = [patient, doctor, auditor, nobody].map(async (token) => (await send(app, "/records/2", token))[0]);
  assertEquals(await Promise.all(ways), [404, 200, 403, 403]);
  assertEquals((await send(app, "/actuator/auditevents", doctor))[0], 403);
  const [, { events }] = await send(app, "/actuator/auditevents?type=AUTHENTICATION_SUCCESS", auditor) as [
    number,
    { events: { principal: string }[] },
  ];
  assertEquals([events.length >= 3, new Set(events.map(({ principal }) => principal))], [
    true,
    new Set(["orders-client"]),
  ]);
});

Deno.test("24 clinic: tokens for others, of withdrawn keys and made up are refused, and recorded as such", async () => {
  await using provider = await OidcServer.start([keys[0]]);
  await using app = await open(provider);
  const old = await provider.token("clinic", "orders:read", ["doctor"]);
  const statusOf = async (token: string) => (await send(app, "/graphql", token, records))[0];
  assertEquals(await statusOf(old), 200);
  assertEquals(await statusOf(await provider.token("billing", "orders:read", ["doctor"])), 401);
  const [, claims] = old.split(".");
  const none = btoa(JSON.stringify({ alg: "none" })).replaceAll("=", "");
  assertEquals([await statusOf(`${none}.${claims}.`), await statusOf("made.up.token")], [401, 401]);
  await provider.restart([keys[1]]);
  const next = await provider.token("clinic", "orders:read", ["auditor"]);
  assertEquals((await send(app, "/actuator/auditevents", next))[0], 200);
  assertEquals(await statusOf(old), 401);
  const { AuditLog } = await import("@espalier/espalier/security");
  const log = app.container.get(AuditLog);
  await log.flush();
  const failures = await log.find({ type: "AUTHENTICATION_FAILURE" });
  assertEquals(failures.map(({ principal, outcome }) => `${principal} ${outcome}`), Array(4).fill("anonymous failure"));
  const text = JSON.stringify(await log.find({ limit: 999 }));
  assertEquals([old, next, claims!].filter((token) => text.includes(token)), []);
});
