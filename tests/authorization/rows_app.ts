import {
  type Application,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  type DataOptions,
  describeType,
  graphql,
  graphQlRepository,
  QueryMapping,
  Resource,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import { asSystem, Principal, rowRules } from "@espalier/espalier/security";
import { Database, EntityRepository, repository, where } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { ActingPrincipals } from "@espalier/espalier/testing";

export class Clinic {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Clinic, { id: t.id, name: t.string }, { id: "id" });

export class Patient {
  constructor(readonly id: string, readonly owner: string, readonly name: string, readonly clinicId = "c") {}
}
describeType(Patient, { id: t.id, owner: t.string, name: t.string, clinicId: t.string }, { id: "id" });

export class Visit {
  constructor(readonly id: string, readonly patient: Patient, readonly reason: string) {}
}
describeType(Visit, { id: t.id, patient: t.object(() => Patient), reason: t.string }, { id: "id" });

export class Patients extends repository(Patient, { findByNameContaining: "list", countByOwner: "number" }) {}
export class Clinics extends EntityRepository<Clinic, string> {
  constructor(database: Database) {
    super(database, Clinic);
  }
}
export class Visits extends EntityRepository<Visit, string> {
  constructor(database: Database) {
    super(database, Visit);
  }
}

class Reports {
  readonly #patients: Patients;
  constructor(patients: Patients) {
    this.#patients = patients;
  }
  @QueryMapping({ params: [], returns: t.list(t.string) })
  async own(): Promise<string[]> {
    return (await this.#patients.findAll()).map(({ id }) => id);
  }
  @QueryMapping({ params: [], returns: t.list(t.string) })
  async named(): Promise<string[]> {
    return (await this.#patients.findByNameContaining("a")).map(({ id }) => id);
  }
  @QueryMapping({ params: [], returns: t.int })
  async all(): Promise<number> {
    return await asSystem(() => this.#patients.count());
  }
  @SubscriptionMapping({ params: [], returns: t.list(t.string) })
  async *watch(): AsyncGenerator<string[]> {
    for (let i = 0; i < 2; i++) yield await this.own();
  }
}

const schema = Resource.text(
  "patients",
  `type Query { patients: [Patient!]!, page(first: Int, after: String): PatientConnection, patient(id: ID): Patient
     visits: [Visit!]!, own: [String!]!, named: [String!]!, all: Int! }
   type Subscription { watch: [String!]! }
   type Patient { id: ID!, owner: String, name: String } type Visit { id: ID!, patient: Patient, reason: String }`,
);

/** Calls as anybody. */
export const acting = new ActingPrincipals();

/** Starts a service whose patients are seen by their owners and the staff. */
export async function start(
  patients: readonly Patient[],
  visits: readonly Visit[] = [],
  database: DataOptions = {},
): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Clinics).toResolvedValue((database) => new Clinics(database), [Database]);
    bind(Patients).toResolvedValue((database) => new Patients(database), [Database]);
    bind(Visits).toResolvedValue((database) => new Visits(database), [Database]);
  });
  const app = await createApp(
    createContainer(
      data({ ...database, entities: [Clinic, Patient, Visit] }),
      beans,
      graphql({ schema: [schema] }),
      controller(Reports, Patients),
      rest(),
      graphQlRepository(Patients),
      graphQlRepository(Visits),
      exportRepository(Patients, { path: "patients", rel: "patients", writable: true, filters: { name: true } }),
      exportRepository(Visits, { path: "visits", rel: "visits" }),
      exportRepository(Clinics, {
        path: "clinics",
        rel: "clinics",
        associations: { patients: { target: () => Patient, mappedBy: "clinicId" } },
      }),
      acting.module,
      rowRules(
        Patient,
        ({ principal, authentication }) =>
          authentication === undefined ? false : principal.roles.has("staff") || where("owner").is(principal.name),
      ),
    ),
    { properties: { logging: { level: "OFF" } } },
  );
  await app.container.get(Clinics).save(new Clinic("c", "Clinic"));
  for (const patient of patients) await app.container.get(Patients).save(patient);
  for (const visit of visits) await app.container.get(Visits).save(visit);
  return app;
}

export const ada = new Principal("ada");
export const bob = new Principal("bob");
export const staff = new Principal("eve", { roles: ["staff"] });

/** Asks over REST. */
export async function get(app: Application, path: string, principal?: Principal, init: RequestInit = {}) {
  const view = principal === undefined ? app : acting.as(principal, app);
  const response = await view.fetch(new Request(`http://localhost${path}`, init));
  const text = await response.text();
  return { status: response.status, text, json: text === "" ? {} : JSON.parse(text) };
}

/** Asks over GraphQL. */
export async function query(app: Application, text: string, principal?: Principal) {
  const { json } = await get(app, "/graphql", principal, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: text }),
  });
  return json;
}
