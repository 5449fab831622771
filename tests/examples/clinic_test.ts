import { assertEquals } from "@std/assert";
import { type Application, createApp, createContainer } from "@espalier/espalier";
import { AuditLog } from "@espalier/espalier/security";
import { everyWriteIsGuarded } from "@espalier/espalier/testing";
import { features } from "../../examples/clinic/features.ts";
import { MedicalRecord, MedicalRecords } from "../../examples/clinic/medical_record.ts";
import { issuerKey, IssuerServer, tokenOf } from "../authentication/issuer.ts";

const key = await issuerKey("clinic");

/** The clinic with two records, and an issuer whose tokens it accepts. */
class Clinic implements AsyncDisposable {
  private constructor(readonly app: Application, readonly issuer: IssuerServer) {}

  static async open(): Promise<Clinic> {
    const issuer = new IssuerServer();
    issuer.keys = [key.jwk];
    const app = await createApp(createContainer(...features({ issuer: issuer.url, audience: "clinic" })), {
      root: new URL("../../examples/clinic/", import.meta.url),
      properties: { actuator: { exposureInclude: ["access", "auditevents"] }, logging: { level: "OFF" } },
    });
    const records = app.container.get(MedicalRecords);
    const record = { note: "", diagnosis: "flu", costs: null, xrayBytes: 0 };
    await records.save(new MedicalRecord({ ...record, id: "1", patient: "ada" }));
    await records.save(new MedicalRecord({ ...record, id: "2", patient: "bob" }));
    return new Clinic(app, issuer);
  }

  async fetch(path: string, role: string | undefined, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (role !== undefined) {
      const claims = { iss: this.issuer.url, aud: "clinic", sub: "ada", roles: [role] };
      headers.set("authorization", `Bearer ${await tokenOf(key, { claims })}`);
    }
    return await this.app.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
  }

  /** Returns the data, or the classifications or messages of the errors. */
  async ask(query: string, role?: string): Promise<unknown> {
    const headers = { "content-type": "application/json" };
    return await result(
      await this.fetch("/graphql", role, { method: "POST", headers, body: JSON.stringify({ query }) }),
    );
  }

  async status(path: string, role?: string, init?: RequestInit): Promise<number> {
    const response = await this.fetch(path, role, init);
    await response.body?.cancel();
    return response.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
    await this.issuer[Symbol.asyncDispose]();
  }
}

async function result(response: Response): Promise<unknown> {
  const { data, errors } = await response.json();
  return errors?.map(({ extensions }: { extensions: { classification: string } }) => extensions.classification) ?? data;
}

Deno.test("clinic: patients see their own records, staff all, nobody and auditors none, over GraphQL and REST", async () => {
  await using clinic = await Clinic.open();
  const records = "{ records { id } }";
  assertEquals(await clinic.ask(records, "patient"), { records: [{ id: "1" }] });
  assertEquals(await clinic.ask(records, "nurse"), { records: [{ id: "1" }, { id: "2" }] });
  assertEquals(await clinic.ask(records), ["UNAUTHORIZED"]);
  const ways = ["patient", "nurse", "auditor", undefined].map((role) => clinic.status("/records/2", role));
  assertEquals(await Promise.all(ways), [404, 200, 403, 401]);
});

Deno.test("clinic: for nurses there is no diagnosis, in documents and the schema", async () => {
  await using clinic = await Clinic.open();
  assertEquals(await clinic.ask('{ record(id: "1") { diagnosis } }', "patient"), { record: { diagnosis: "flu" } });
  assertEquals(await clinic.ask('{ record(id: "1") { diagnosis } }', "nurse"), ["ValidationError"]);
  const text = await (await clinic.fetch("/records/1", "nurse")).text();
  assertEquals([text.includes("flu"), text.includes("diagnosis")], [false, false]);
  assertEquals((await (await clinic.fetch("/records/1", "doctor")).json()).diagnosis, "flu");
});

Deno.test("clinic: staff write notes, doctors alone diagnose and change records by REST", async () => {
  await using clinic = await Clinic.open();
  const note = 'mutation { addNote(id: "2", note: "rest") { note } }';
  assertEquals(await clinic.ask(note, "nurse"), { addNote: { note: "rest" } });
  assertEquals(await clinic.ask(note, "patient"), ["FORBIDDEN"]);
  const diagnose = 'mutation { diagnose(id: "2", diagnosis: "cold") { diagnosis } }';
  assertEquals(await clinic.ask(diagnose, "doctor"), { diagnose: { diagnosis: "cold" } });
  assertEquals(await clinic.ask(diagnose, "patient"), ["FORBIDDEN"]);
  const headers = { "content-type": "application/merge-patch+json" };
  const patch = { method: "PATCH", headers, body: '{"note":"x"}' };
  const changes = ["nurse", "patient", "doctor"].map((role) => clinic.status("/records/1", role, patch));
  assertEquals(await Promise.all(changes), [403, 403, 204]);
});

Deno.test("clinic: an X-ray image is uploaded by staff", async () => {
  await using clinic = await Clinic.open();
  const upload = async (role: string) => {
    const form = new FormData();
    const query = 'mutation ($image: Upload!) { addXray(id: "1", image: $image) }';
    form.append("operations", JSON.stringify({ query, variables: { image: null } }));
    form.append("map", '{"0":["variables.image"]}');
    form.append("0", new Blob([new Uint8Array(3_000)]), "xray.png");
    return await result(
      await clinic.fetch("/graphql", role, { method: "POST", headers: { "graphql-preflight": "1" }, body: form }),
    );
  };
  assertEquals(await upload("nurse"), { addXray: 3_000 });
  assertEquals(await upload("patient"), ["FORBIDDEN"]);
});

Deno.test("clinic: the auditor alone reads who may do what, and every mutation has a rule", async () => {
  await using clinic = await Clinic.open();
  everyWriteIsGuarded(clinic.app);
  assertEquals(await clinic.status("/actuator/access", "doctor"), 403);
  const { ways } = await (await clinic.fetch("/actuator/access", "auditor")).json();
  const names = ways.filter(({ kind }: { kind: string }) => kind === "operation" || kind === "rows");
  assertEquals(names.map(({ name }: { name: string }) => name), [
    "MedicalRecord",
    "read records",
    "create records",
    "update records",
  ]);
});

Deno.test("clinic: doctors alone see and change what a treatment costs, over GraphQL and REST", async () => {
  await using clinic = await Clinic.open();
  const headers = { "content-type": "application/merge-patch+json" };
  const raise = { method: "PATCH", headers, body: '{"costs":12500}' };
  assertEquals(await clinic.status("/records/1", "doctor", raise), 204);
  const costs = '{ record(id: "1") { costs } }';
  assertEquals(await clinic.ask(costs, "doctor"), { record: { costs: 12_500 } });
  assertEquals(await clinic.ask(costs, "patient"), { record: { costs: null } });
  const shown = async (role: string) => (await (await clinic.fetch("/records/1", role)).json()).costs;
  assertEquals([await shown("doctor"), await shown("patient"), await shown("nurse")], [12_500, null, null]);
  const sorted = async (role: string) => {
    const { _embedded: { records } } = await (await clinic.fetch("/records?sort=costs,desc", role)).json();
    return records.length;
  };
  assertEquals(await sorted("doctor"), 2);
});

Deno.test("clinic: the auditor reads who did what, refusals and changes, without what was written", async () => {
  await using clinic = await Clinic.open();
  await clinic.ask('mutation Rounds { addNote(id: "2", note: "rest") { id } }', "nurse");
  await clinic.ask('mutation { diagnose(id: "2", diagnosis: "cold") { id } }', "patient");
  const headers = { "content-type": "application/merge-patch+json" };
  await clinic.status("/records/1", "doctor", { method: "PATCH", headers, body: '{"note":"fever"}' });
  await clinic.app.container.get(AuditLog).flush();
  assertEquals(await clinic.status("/actuator/auditevents", "doctor"), 403);
  const read = async (type: string) => {
    const { events } = await (await clinic.fetch(`/actuator/auditevents?type=${type}`, "auditor")).json();
    return events.map(({ principal, data: { outcome, resource } }: AuditEvent) =>
      `${principal} ${outcome} ${resource}`
    );
  };
  assertEquals(await read("GRAPHQL_MUTATION"), ["ada success Mutation.addNote"]);
  assertEquals(await read("REST_WRITE"), ["ada success records/1"]);
  assertEquals((await read("AUTHORIZATION_FAILURE"))[0], "ada denied Mutation.diagnose");
  assertEquals((await read("AUTHENTICATION_SUCCESS")).length > 0, true);
  const text = await (await clinic.fetch("/actuator/auditevents", "auditor")).text();
  assertEquals(text.includes("fever"), false);
});

interface AuditEvent {
  readonly principal: string;
  readonly data: { readonly outcome: string; readonly resource: string };
}

Deno.test("clinic: answers tell what an account may still cost", async () => {
  await using clinic = await Clinic.open();
  const { headers } = await clinic.fetch("/records/1", "doctor");
  assertEquals(headers.get("ratelimit-policy"), '"default";q=10000;w=10');
});
