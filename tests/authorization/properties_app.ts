import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  entity,
  graphql,
  Resource,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { graphQlRepository } from "@espalier/espalier/graphql";
import { exportRepository, type PropertyExportOptions, rest } from "@espalier/espalier/rest";
import { Principal } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";

export class Employee extends entity({
  id: t.id,
  name: t.mutable(t.string),
  salary: t.mutable(t.nullable(t.int)),
  level: t.mutable(t.nullable(t.int)),
}, { id: "id" }) {}
export class Employees extends repository(Employee, { findBySalary: "list", findByName: "list" }) {}

export class Office extends entity({ id: t.id, head: t.object(() => Employee) }, { id: "id" }) {}
export class Offices extends repository(Office) {}

const schema = `
  type Query { employees(salary: Int, name: String): [Employee!]! employee(id: ID): Employee offices: [Office] }
  type Employee { id: ID! name: String! salary: Int level: Int }
  type Office { id: ID! head: Employee }
`;

export const acting = new ActingPrincipals();
export const [clerk, manager, payroll] = ["clerk", "manager", "payroll"].map((role) =>
  new Principal(role, { roles: role === "payroll" ? ["payroll", "manager"] : [role] })
) as [Principal, Principal, Principal];

/** Employees and their offices, over REST and GraphQL. */
export async function staffApp(
  properties: Partial<Record<keyof Employee, PropertyExportOptions>>,
  filters: Record<string, true>,
  ...modules: readonly ContainerModule[]
): Promise<Application> {
  const isHidden = properties.salary?.hidden === true;
  const beans = new ContainerModule(({ bind }) => {
    bind(Employees).toResolvedValue((database) => new Employees(database), [Database]).inSingletonScope();
    bind(Offices).toResolvedValue((database) => new Offices(database), [Database]).inSingletonScope();
  });
  const app = await createApp(
    createContainer(
      graphql({ schema: [Resource.text("staff", schema)] }),
      graphQlRepository(Employees),
      graphQlRepository(Offices),
      data({ entities: [Employee, Office] }),
      beans,
      rest(),
      exportRepository(Employees, {
        path: "employees",
        rel: "employees",
        writable: true,
        exposeId: true,
        properties,
        filters: filters as never,
        searches: { findByName: {}, ...(isHidden ? {} : { findBySalary: {} }) },
        projections: { short: isHidden ? ["name", "level"] : ["name", "salary", "level"] },
      }),
      exportRepository(Offices, {
        path: "offices",
        rel: "offices",
        properties: { head: { link: false } },
        projections: { heads: isHidden ? ["head.name"] : ["head.name", "head.salary"] },
      }),
      acting.module,
      ...modules,
    ),
    { properties: { rest: { openApi: true }, logging: { level: "OFF" } } },
  );
  const head = new Employee({ id: "1", name: "ada", salary: 900, level: 3 });
  await app.container.get(Employees).saveAll([head, new Employee({ id: "2", name: "bob", salary: 400, level: 1 })]);
  await app.container.get(Offices).save(new Office({ id: "o", head }));
  return app;
}

/** Status, type, body and the names of all headers that tell something. */
export async function seen(app: Application, path: string, init: RequestInit = {}): Promise<[number, string, string]> {
  const response = await app.fetch(new Request(`http://localhost${path}`, init));
  return [response.status, response.headers.get("content-type") ?? "", await response.text()];
}
