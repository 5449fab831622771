import { assertEquals, assertRejects } from "@std/assert";
import { type Application } from "@espalier/espalier";
import {
  apiKeys,
  authenticated,
  batchedRule,
  hasRole,
  Principal,
  propertyRules,
  security,
  visibility,
} from "@espalier/espalier/security";
import { times } from "../long.ts";
import { Random } from "../security/random.ts";
import { acting, clerk, Employee, Employees, manager, payroll, seen, staffApp } from "./properties_app.ts";

const readers = hasRole("manager");
const rules = propertyRules(Employee, { salary: { read: readers, write: hasRole("payroll") } });
const json = (method: string, body: unknown, type = "application/json"): RequestInit => ({
  method,
  headers: { "content-type": type },
  body: JSON.stringify(body),
});
const read = async (app: Application, path: string) => JSON.parse((await seen(app, path))[2]);

const reads: readonly [string, RequestInit?][] = [
  ["/"],
  ["/employees"],
  ["/employees?sort=salary"],
  ["/employees?sort=salary,desc&size=1"],
  ["/employees?sort=name&size=1"],
  ["/employees?salary=900"],
  ["/employees?salary.gte=1"],
  ["/employees?nothing=1"],
  ["/employees?name=ada"],
  ["/employees/1"],
  ["/employees/1?projection=short"],
  ["/employees/9"],
  ["/employees", { headers: { accept: "application/prs.hal-forms+json" } }],
  ["/employees/1", { headers: { accept: "application/prs.hal-forms+json" } }],
  ["/employees/search"],
  ["/employees/search/findBySalary?salary=900"],
  ["/employees/search/findByName?name=ada&sort=salary"],
  ["/offices/o"],
  ["/offices?projection=heads"],
  ["/offices?sort=head.salary"],
  ["/profile"],
  ["/profile/employees"],
  ["/profile/employees", { headers: { accept: "application/schema+json" } }],
  ["/openapi.json"],
];

Deno.test("24.2 for who may not read a property REST is that of a service which hides it, byte for byte", async () => {
  await using ruled = await staffApp({}, { salary: true, name: true }, rules);
  await using bare = await staffApp({ salary: { hidden: true } }, { name: true });
  for (const viewer of [ruled, acting.as(clerk, ruled)]) {
    for (const [path, init] of reads) {
      assertEquals(await seen(viewer, path, init), await seen(bare, path, init), path);
    }
  }
});

Deno.test("24.2 who may read it sees, sorts, filters and searches by it", async () => {
  await using app = await staffApp({}, { salary: true }, rules);
  const viewer = acting.as(manager, app);
  assertEquals((await read(viewer, "/employees/1")).salary, 900);
  assertEquals((await read(viewer, "/employees/1?projection=short")).salary, 900);
  assertEquals((await read(viewer, "/offices/o")).head.salary, 900);
  const names = async (path: string) =>
    (await read(viewer, path))._embedded.employees.map(({ name }: Employee) => name);
  assertEquals(await names("/employees?sort=salary"), ["bob", "ada"]);
  assertEquals(await names("/employees?salary=400"), ["bob"]);
  assertEquals(await names("/employees/search/findBySalary?salary=900"), ["ada"]);
});

Deno.test("24.2 a refused property is null over REST where the rule says so, and never sorted or filtered by", async () => {
  const nulls = propertyRules(Employee, { salary: { read: readers, refused: "null" } });
  await using app = await staffApp({}, { salary: true }, nulls);
  const { name, salary } = await read(app, "/employees/1");
  assertEquals([name, salary], ["ada", null]);
  assertEquals((await read(app, "/employees/1?projection=short")).salary, null);
  assertEquals((await read(app, "/offices/o")).head.salary, null);
  assertEquals((await read(app, "/offices/o?projection=heads")).head.salary, null);
  const unknown = (await seen(app, "/employees?nothing=1"))[2].replaceAll("nothing", "salary");
  assertEquals((await seen(app, "/employees?salary=1"))[2], unknown);
});

Deno.test("24.2 writes are refused with 403 that names the property, whoever sends it in whatever form", async () => {
  await using app = await staffApp({}, {}, rules);
  const sent: [string, RequestInit][] = [
    ["/employees", json("POST", { id: "3", name: "eve", salary: 1 })],
    ["/employees/1", json("PUT", { name: "eve", salary: 1 })],
    ["/employees/7", json("PUT", { name: "eve", salary: null })],
    ["/employees/1", json("PATCH", { salary: 1 }, "application/merge-patch+json")],
    ["/employees/1", json("PATCH", [{ op: "replace", path: "/salary", value: 1 }], "application/json-patch+json")],
    ["/employees/1", json("PATCH", [{ op: "move", from: "/salary", path: "/level" }], "application/json-patch+json")],
  ];
  for (const who of [clerk, manager]) {
    for (const [path, init] of sent) {
      const [status, , text] = await seen(acting.as(who, app), path, init);
      assertEquals([status, JSON.parse(text).detail], [403, 'Cannot write property "salary"'], `${path} ${init.body}`);
    }
  }
  for (const [path, init] of sent) assertEquals((await seen(app, path, init))[0], 401, `${path} ${init.body}`);
  const employees = app.container.get(Employees);
  assertEquals((await employees.findById("1"))?.salary, 900);
  assertEquals(await employees.count(), 2);
});

Deno.test("24.2 a hidden value can't be guessed by sending it, nor copied out or tested", async () => {
  await using app = await staffApp({}, {}, rules);
  const viewer = acting.as(clerk, app);
  const merge = (salary: unknown) =>
    seen(viewer, "/employees/1", json("PATCH", { salary }, "application/merge-patch+json"));
  assertEquals(await merge(900), await merge(901));
  const patch = (operations: object[]) =>
    seen(viewer, "/employees/1", json("PATCH", operations, "application/json-patch+json"));
  const test = (path: string, value: number) => patch([{ op: "test", path, value }]);
  const copy = (from: string) => patch([{ op: "copy", from, path: "/level" }]);
  const [right, wrong] = [await test("/salary", 900), await test("/salary", 901)];
  assertEquals([right[0], right[2]], [wrong[0], wrong[2].replace("901", "900")]);
  const [status, , text] = await copy("/salary");
  assertEquals([status >= 400, text.includes("900")], [true, false]);
  assertEquals((await app.container.get(Employees).findById("1"))?.level, 3);
});

Deno.test("24.2 who may read and not write sends documents back as they were read; others' values stay", async () => {
  await using app = await staffApp({}, {}, rules);
  const employees = app.container.get(Employees);
  const document = await read(acting.as(manager, app), "/employees/1");
  assertEquals(
    (await seen(acting.as(manager, app), "/employees/1", json("PUT", { ...document, name: "eve" })))[0],
    204,
  );
  assertEquals(await employees.findById("1"), new Employee({ id: "1", name: "eve", salary: 900, level: 3 }));
  assertEquals((await seen(acting.as(clerk, app), "/employees/1", json("PUT", { name: "mia", level: 4 })))[0], 204);
  assertEquals(await employees.findById("1"), new Employee({ id: "1", name: "mia", salary: 900, level: 4 }));
  const raise = json("PATCH", { salary: 1_000 }, "application/merge-patch+json");
  assertEquals((await seen(acting.as(payroll, app), "/employees/1", raise))[0], 204);
  assertEquals((await employees.findById("1"))?.salary, 1_000);
});

Deno.test("24.2 forms and schemas mark what one may read and not write", async () => {
  await using app = await staffApp({}, {}, rules);
  const schemaOf = async (who: Principal) => {
    const init = { headers: { accept: "application/schema+json" } };
    const text = (await seen(acting.as(who, app), "/profile/employees", init))[2];
    return JSON.parse(text).$defs.EmployeeItem.properties.salary;
  };
  assertEquals((await schemaOf(manager)).readOnly, true);
  assertEquals((await schemaOf(payroll)).readOnly, undefined);
  assertEquals(await schemaOf(clerk), undefined);
});

async function ask(app: Application, query: string) {
  const { data, errors } = JSON.parse((await seen(app, "/graphql", json("POST", { query })))[2]);
  return errors === undefined
    ? data
    : errors.map(({ path, extensions }: { path: unknown[]; extensions: { classification: string } }) =>
      `${extensions.classification} ${path?.join(".")}`
    );
}

Deno.test("24.2 GraphQL fields of the entity's type are FORBIDDEN with their path, or null", async () => {
  await using app = await staffApp(
    {},
    {},
    rules,
    propertyRules(Employee, { level: { read: readers, refused: "null" } }),
  );
  const query = "{ employees { name salary level } }";
  assertEquals(await ask(acting.as(clerk, app), query), [
    "FORBIDDEN employees.0.salary",
    "FORBIDDEN employees.1.salary",
  ]);
  assertEquals(await ask(acting.as(clerk, app), "{ offices { head { level } } }"), {
    offices: [{ head: { level: null } }],
  });
  assertEquals(await ask(app, "{ offices { head { salary } } }"), ["UNAUTHORIZED offices.0.head.salary"]);
  assertEquals(await ask(acting.as(manager, app), query), {
    employees: [{ name: "ada", salary: 900, level: 3 }, { name: "bob", salary: 400, level: 1 }],
  });
});

Deno.test("24.2 a search by a property asks for the right to read it", async () => {
  await using app = await staffApp({}, {}, rules);
  assertEquals(await ask(acting.as(clerk, app), "{ employees(salary: 900) { name } }"), ["FORBIDDEN employees"]);
  assertEquals(await ask(acting.as(clerk, app), '{ employees(name: "ada") { name } }'), {
    employees: [{ name: "ada" }],
  });
  assertEquals(await ask(acting.as(manager, app), "{ employees(salary: 900) { name } }"), {
    employees: [{ name: "ada" }],
  });
});

Deno.test("24.2 a rule of the source is asked once for a list over GraphQL, and refuses over REST", async () => {
  const calls: number[] = [];
  const own = batchedRule("one's own", (requests) => {
    calls.push(requests.length);
    return requests.map(({ source, principal }) => (source as Employee).name === principal.name);
  });
  await using app = await staffApp({}, {}, propertyRules(Employee, { salary: { read: own, refused: "null" } }));
  const bob = acting.as(new Principal("bob"), app);
  assertEquals(await ask(bob, "{ employees { name salary } }"), {
    employees: [{ name: "ada", salary: null }, { name: "bob", salary: 400 }],
  });
  assertEquals(calls, [2]);
  assertEquals((await read(bob, "/employees/2")).salary, null);
});

Deno.test("24.2 rules and visibility profiles hold together", async () => {
  const profiles = visibility({
    profiles: { all: {}, few: { hide: ["Employee.level"] } },
    choose: ({ roles }) => roles.has("payroll") ? "all" : "few",
  });
  await using app = await staffApp({}, {}, rules, profiles);
  const keys = async (who: Principal) => Object.keys(await read(acting.as(who, app), "/employees/1"));
  assertEquals(await keys(clerk), ["id", "name", "_links"]);
  assertEquals(await keys(manager), ["id", "name", "salary", "_links"]);
  assertEquals(await keys(payroll), ["id", "name", "salary", "level", "_links"]);
});

Deno.test("24.2 rules of properties are in the report; names that don't exist stop the start", async () => {
  const guard = security({ schemes: [apiKeys({ keys: [] })] });
  await using app = await staffApp({}, {}, rules, guard);
  const { AccessReport } = await import("@espalier/espalier/security");
  const found = app.container.get(AccessReport).ways.filter(({ kind }) => kind === "property");
  assertEquals(found, [
    { kind: "property", name: "Employee.salary", requires: 'role "manager" to read, role "payroll" to write' },
  ]);
  const misspelt = propertyRules(Employee, { salry: authenticated() } as never);
  const error = await assertRejects(() => staffApp({}, {}, misspelt));
  assertEquals((error as Error).message.includes('did you mean "salary"?'), true);
});

Deno.test("24.2 property: no random request tells who may not read a property more than a service which hides it", async () => {
  await using ruled = await staffApp({}, { salary: true, name: true }, rules);
  await using bare = await staffApp({ salary: { hidden: true } }, { name: true });
  const viewer = acting.as(clerk, ruled);
  const random = new Random(24);
  const one = <T>(...values: readonly T[]): T => random.pick(values);
  const parameter = () =>
    one(
      `sort=${one("salary", "name", "level", "id", "head.salary")}${one("", ",desc", ",ignorecase")}`,
      `${one("salary", "name", "salry")}${one("", ".gte", ".in", ".null", ".contains")}=${
        one("900", "400", "ada", "")
      }`,
      `size=${one("1", "2", "x")}`,
      `page=${one("0", "1")}`,
      `projection=${one("short", "heads", "none")}`,
    );
  const path = () =>
    one(
      "/employees",
      "/employees/1",
      "/employees/2",
      "/employees/search/findByName",
      "/employees/search/findBySalary",
    ) +
    one("", "/salary", "/head");
  const accept = () => one("application/hal+json", "application/prs.hal-forms+json", "text/uri-list", "*/*");
  for (let i = 0; i < times(300, 5_000); i++) {
    const query = Array.from({ length: random.below(3) }, parameter).join("&");
    const url = `${path()}${query === "" ? "" : `?${query}`}`;
    const init = { method: one("GET", "GET", "GET", "HEAD", "OPTIONS"), headers: { accept: accept() } };
    assertEquals(
      await seen(viewer, url, init),
      await seen(bare, url, init),
      `${init.method} ${url} ${init.headers.accept}`,
    );
  }
});
