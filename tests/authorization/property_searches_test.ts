import { assertEquals, assertRejects, assertThrows } from "@std/assert";
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
import { Database, repository, where } from "@espalier/espalier/data";
import { fieldRules, graphQlRepository } from "@espalier/espalier/graphql";
import {
  AccessReport,
  apiKeys,
  authenticated,
  hasRole,
  Principal,
  propertyRules,
  requires,
  rowRules,
  rule,
  security,
} from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";

class Employee extends entity({
  id: t.id,
  name: t.string,
  salary: t.nullable(t.int),
  level: t.nullable(t.int),
}, { id: "id" }) {}
class Employees extends repository(Employee, {}) {}

class Office extends entity({ id: t.id, head: t.object(() => Employee) }, { id: "id" }) {}
class Offices extends repository(Office, {}) {}

const schema = `
  type Query {
    employees(example: Example, id: ID, salary: Int, level: Int, name: String): [Employee!]!
    offices(head: Example, heads: [Example]): [Office!]!
    single: String @requiresRole(roles: "staff")
    known: String @authenticated
    either: String @requiresScopes(scopes: [["a", "b"], "c"])
    open: String
  }
  input Example { salary: Int name: String }
  type Employee { id: ID! name: String! salary: Int level: Int }
  type Office { id: ID! head: Employee }
`;

const acting = new ActingPrincipals();
const clerk = new Principal("clerk", { roles: ["staff"], scopes: ["a"] });
const manager = new Principal("manager", { roles: ["manager"], scopes: ["a", "b"] });

async function officeApp(...modules: readonly ContainerModule[]): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Employees).toResolvedValue((database) => new Employees(database), [Database]).inSingletonScope();
    bind(Offices).toResolvedValue((database) => new Offices(database), [Database]).inSingletonScope();
  });
  const features = [
    graphql({ schema: [Resource.text("offices", schema)] }),
    data({ entities: [Employee, Office] }),
    graphQlRepository(Employees),
    graphQlRepository(Offices),
  ];
  const container = createContainer(...features, beans, acting.module, ...modules);
  const app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  const ada = new Employee({ id: "1", name: "ada", salary: 900, level: 3 });
  await container.get(Employees).saveAll([ada, new Employee({ id: "2", name: "bob", salary: 400, level: 1 })]);
  await container.get(Offices).save(new Office({ id: "o", head: ada }));
  return app;
}

/** Asks as somebody, or as nobody: the data, or the classifications of the errors. */
async function ask(app: Application, query: string, who?: Principal): Promise<unknown> {
  const viewer = who === undefined ? app : acting.as(who, app);
  const response = await viewer.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
  const { data, errors } = await response.json();
  return errors === undefined
    ? data
    : errors.map(({ extensions }: { extensions: { classification: string } }) => extensions.classification);
}

const salaries = propertyRules(Employee, { salary: hasRole("manager") });

Deno.test("24.2 a search asks for the right to read a property wherever its value stands in the arguments", async () => {
  await using app = await officeApp(salaries);
  const refused = [
    "{ employees(salary: 900) { name } }",
    "{ employees(example: { salary: 900 }) { name } }",
    '{ employees(name: "ada", example: { name: "ada", salary: 900 }) { name } }',
    "{ offices(head: { salary: 900 }) { id } }",
  ];
  for (const query of refused) {
    assertEquals([query, await ask(app, query, clerk)], [query, ["FORBIDDEN"]]);
    const allowed = await ask(app, query, manager);
    assertEquals([query, Array.isArray(allowed) && allowed.includes("FORBIDDEN")], [query, false]);
  }
  const free = [
    '{ employees(name: "ada") { name } }',
    "{ employees(level: 3) { name } }",
    "{ employees(salary: null, level: 3) { name } }",
    "{ employees(salary: null, example: null, level: 3) { name } }",
  ];
  for (const query of free) {
    assertEquals([query, await ask(app, query, clerk)], [query, { employees: [{ name: "ada" }] }]);
  }
  await using open = await officeApp();
  assertEquals(await ask(open, "{ employees(salary: 900) { name } }", clerk), { employees: [{ name: "ada" }] });
});

Deno.test("24.2 the rule of a property holds for its own class alone, also where another one has a property of that name", async () => {
  await using app = await officeApp(propertyRules(Office, { id: hasRole("manager") }));
  assertEquals(await ask(app, '{ employees(id: "1") { id name } }', clerk), { employees: [{ id: "1", name: "ada" }] });
  assertEquals(await ask(app, "{ offices { head { id } } }", clerk), { offices: [{ head: { id: "1" } }] });
  assertEquals(await ask(app, "{ offices { id } }", clerk), ["FORBIDDEN"]);
  assertEquals(await ask(app, "{ offices { id } }", manager), { offices: [{ id: "o" }] });
});

Deno.test("24.2 all rules of the rows of a class hold, and one that allows all rows leaves the others", async () => {
  const high = rowRules(Employee, () => where("salary").greaterThan(500));
  const first = rowRules(Employee, () => where("level").is(1));
  const every = rowRules(Employee, () => true);
  const names = async (...rules: ContainerModule[]) => {
    await using app = await officeApp(...rules);
    return await ask(app, "{ employees { name } }", clerk);
  };
  assertEquals(await names(high), { employees: [{ name: "ada" }] });
  assertEquals(await names(high, every), { employees: [{ name: "ada" }] });
  assertEquals(await names(high, first), { employees: [] });
  assertEquals(await names(every, every), { employees: [{ name: "ada" }, { name: "bob" }] });
  assertEquals(await names(rowRules(Employee, () => false), high), { employees: [] });
  for (const decision of [undefined, null, 1, "all", { sort: "name" }]) {
    const odd = rowRules(Employee, () => decision as never);
    assertEquals([decision, await names(odd)], [decision, ["INTERNAL_ERROR"]]);
  }
});

Deno.test("24.2 rules of properties and rows that are none are refused where they are made", () => {
  const made = (given: unknown) => () => propertyRules(Employee, { salary: given } as never);
  const manager = hasRole("manager");
  for (
    const given of [undefined, {}, { read: 5 }, { write: "x" }, { read: manager, write: 5 }, {
      read: manager,
      refused: "error",
    }, { refused: "null" }]
  ) {
    const message = 'it must be a rule, such as hasRole("staff"), or { read, write, refused }';
    assertThrows(made(given), TypeError, message);
  }
  for (const given of [manager, { read: manager }, { write: manager }, { read: manager, refused: "omitted" }]) {
    made(given)();
  }
  assertThrows(made({ read: manager, wirte: manager }), TypeError, "wirte");
  assertThrows(() => propertyRules("Employee" as never, {}), TypeError, "Cannot make rules of properties");
  assertThrows(() => rowRules("Employee" as never, () => true), TypeError, "Cannot make a rule of rows");
  assertThrows(() => rowRules(Employee, true as never), TypeError, "rows of Employee as it must be a function");
});

Deno.test("24.2 the report says what reading and writing a property requires, and which classes have a rule of rows", async () => {
  const [read, write] = [hasRole("manager"), requires("pay")];
  const rules = propertyRules(Employee, {
    salary: { read, write },
    level: read,
    name: { write },
    id: { read },
  });
  const guard = security({ schemes: [apiKeys({ keys: [] })] });
  await using app = await officeApp(rules, rowRules(Office, () => true), guard);
  const found = app.container.get(AccessReport).ways
    .filter(({ kind }) => kind === "property" || kind === "rows")
    .map(({ kind, name, requires }) => `${kind} ${name}: ${requires}`);
  assertEquals(found.toSorted(), [
    'property Employee.id: role "manager" to read',
    'property Employee.level: role "manager"',
    'property Employee.name: scope "pay" to write',
    'property Employee.salary: role "manager" to read, scope "pay" to write',
    "rows Office: a rule of rows",
  ]);
});

Deno.test("24.2 rules for what does not exist stop the start, with a hint only where a name is close", async () => {
  const message = async (module: ContainerModule) =>
    ((await assertRejects(() => officeApp(module))) as Error).message.replace(/^.* failed: /, "");
  const always = authenticated();
  const field = (name: string) => `Cannot apply the rule of "${name}" as the schema must have that field or type`;
  assertEquals(
    await message(fieldRules({ "Query.opne": always })),
    `${field("Query.opne")}: did you mean "Query.open"?`,
  );
  assertEquals(await message(fieldRules({ "Zzzzzz.xxxxxx": always })), field("Zzzzzz.xxxxxx"));
  assertEquals(await message(fieldRules({ Zzzzzz: always })), field("Zzzzzz"));
  assertEquals((await message(fieldRules({ Example: always }))).startsWith(field("Example")), true);
  assertEquals((await message(fieldRules({ "Example.salary": always }))).startsWith(field("Example.salary")), true);
  const property = (name: string) => `Cannot apply the rule of "Employee.${name}" as it must be a described property`;
  assertEquals(await message(propertyRules(Employee, { zzzzzz: always } as never)), property("zzzzzz"));
  class Bare {}
  assertEquals(
    await message(propertyRules(Bare as never, { a: always } as never)),
    "Cannot apply the rules of Bare as the class must be described: call describeType",
  );
});

Deno.test("24.2 directives require roles, scopes or anybody known, and all rules of one field hold", async () => {
  const named = (name: string) => rule(name, ({ principal }) => principal.name === name);
  const both = [
    fieldRules({ "Query.open": named("clerk") }),
    fieldRules({ "Query.open": authenticated() }),
  ];
  await using app = await officeApp(...both);
  const answers = async (field: string) => [
    await ask(app, `{ ${field} }`),
    await ask(app, `{ ${field} }`, clerk),
    await ask(app, `{ ${field} }`, manager),
  ];
  const [unauthorized, forbidden] = [["UNAUTHORIZED"], ["FORBIDDEN"]];
  assertEquals(await answers("single"), [unauthorized, { single: null }, forbidden]);
  assertEquals(await answers("known"), [unauthorized, { known: null }, { known: null }]);
  assertEquals(await answers("either"), [unauthorized, forbidden, { either: null }]);
  assertEquals(await answers("open"), [unauthorized, { open: null }, forbidden]);
  await using typed = await officeApp(
    fieldRules({ Employee: named("clerk") }),
    fieldRules({ Employee: hasRole("staff") }),
  );
  assertEquals(await ask(typed, "{ employees { name } }", manager), ["FORBIDDEN"]);
  assertEquals(await ask(typed, '{ employees(name: "ada") { name } }', clerk), { employees: [{ name: "ada" }] });
});
