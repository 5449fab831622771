import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  type Application,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  describeType,
  entity,
  graphql,
  type LogRecord,
  LogSink,
  MutationMapping,
  param,
  Resource,
  t,
} from "@espalier/espalier";
import { Database, repository, where } from "@espalier/espalier/data";
import { inMemoryExporter, tracing } from "@espalier/espalier/observability";
import { exportRepository, rest } from "@espalier/espalier/rest";

const password = 20_020_711;

class Account extends entity({ id: t.id, name: t.string, pin: t.mutable(t.secret(t.int)) }, { id: "id" }) {}
class Accounts extends repository(Account) {}

class NewAccount {
  constructor(readonly name: string, readonly password: string) {}
}
describeType(NewAccount, { name: t.string, password: t.secret(t.string) });

class AccountController {
  @MutationMapping({ params: [param.argument("input", t.object(() => NewAccount))], returns: t.boolean })
  register(input: NewAccount): boolean {
    return input.password !== "";
  }
  @MutationMapping({ params: [param.argument("old", t.secret(t.string)), param.argument("next", t.string)] })
  change(_old: string, _next: string): boolean {
    return true;
  }
}

const schema = `
  type Query { n: Int }
  type Mutation { register(input: AccountInput!): Boolean, change(old: String!, next: String! @secret): Boolean }
  input AccountInput { name: String!, password: String!, tags: [String!] }
`;

async function start(records: LogRecord[] = []): Promise<Application> {
  const sink = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue((record) => void records.push(record));
    bind(Accounts).toResolvedValue((database) => new Accounts(database), [Database]);
  });
  return await createApp(
    createContainer(
      graphql({ schema: [Resource.text("accounts", schema)] }),
      controller(AccountController),
      data({ entities: [Account] }),
      rest(),
      exportRepository(Accounts, { path: "accounts", writable: true, properties: { pin: { hidden: false } } }),
      sink,
    ),
    { properties: { data: { logStatements: "text" }, logging: { level: "TRACE", format: "json" } } },
  );
}

async function ask(app: Application, query: string, variables?: object): Promise<string> {
  const headers = { "content-type": "application/json", accept: "application/graphql-response+json" };
  const body = JSON.stringify({ query, variables });
  return await (await app.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body }))).text();
}

const rejected = "Cannot use a value as it must be of its type: current value is [redacted]";

Deno.test("24.6 what is described as secret is in no error of GraphQL: literals, variables, nested inputs", async () => {
  await using app = await start();
  const literals = [
    `mutation { change(old: ${password}, next: "b") }`,
    `mutation { change(old: "a", next: ${password}) }`,
    `mutation { register(input: { name: "ada", password: ${password} }) }`,
    `mutation { register(input: ${password}) }`,
  ];
  const variables: [string, object][] = [
    ['mutation ($v: String!) { change(old: $v, next: "b") }', { v: password }],
    ["mutation ($v: AccountInput!) { register(input: $v) }", { v: { name: "ada", password } }],
    ["mutation ($v: AccountInput!) { register(input: $v) }", { v: password }],
    ['mutation ($v: [String!]) { register(input: { name: "a", password: $v }) }', { v: [password] }],
  ];
  const answers = await Promise.all([
    ...literals.map((query) => ask(app, query)),
    ...variables.map(([query, values]) => ask(app, query, values)),
  ]);
  assertEquals(answers.filter((text) => text.includes(String(password))), []);
  const messages = answers.slice(0, 6).map((text) => JSON.parse(text).errors[0].message);
  assertEquals(messages, Array(6).fill(rejected));
});

Deno.test("24.6 other errors of inputs say what they said before", async () => {
  await using app = await start();
  const answer = await ask(app, 'mutation { register(input: { name: 5, password: "x" }) }');
  assertEquals(JSON.parse(answer).errors[0].message, "String cannot represent a non string value: 5");
});

Deno.test("24.6 what is described as secret is in no answer of REST and no log line", async () => {
  const records: LogRecord[] = [];
  await using app = await start(records);
  const send = async (method: string, path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await app.fetch(
      new Request(`http://localhost${path}`, { method, headers, body: JSON.stringify(body) }),
    );
    return [response.status, await response.text()] as const;
  };
  const [status, text] = await send("POST", "/accounts", { name: "ada", pin: `x${password}` });
  assertEquals([status, text.includes(String(password))], [400, false]);
  assertEquals(JSON.parse(text).errors[0].invalidValue, "[redacted]");
  assertEquals((await send("POST", "/accounts", { id: "1", name: "ada", pin: password }))[0], 201);
  assertEquals(JSON.stringify(records).includes(String(password)), false);
});

Deno.test("24.6 errors of the store don't quote secret values; others do", async () => {
  await using app = await start();
  const accounts = app.container.get(Accounts);
  const found = await assertRejects(() => accounts.findBy(where("pin").is(`x${password}` as never)), TypeError);
  assertEquals(
    found.message,
    "Cannot use a value for Account.pin as it must be a whole number: current value is [redacted]",
  );
  const saved = await assertRejects(
    () => accounts.save(new Account({ id: "1", name: "a", pin: password + 0.5 })),
    TypeError,
  );
  assertEquals(saved.message.includes(String(password)), false);
  const other = await assertRejects(() => accounts.findBy(where("name").is({} as never)), TypeError);
  assertEquals(other.message.includes("[redacted]"), false);
});

Deno.test("24.6 secret properties are hidden from REST unless the export shows them", async () => {
  await using app = await createApp(
    createContainer(
      data({ entities: [Account] }),
      rest(),
      exportRepository(Accounts, { path: "accounts" }),
      new ContainerModule(({ bind }) => {
        bind(Accounts).toResolvedValue((database) => new Accounts(database), [Database]);
      }),
    ),
    { properties: { logging: { level: "OFF" } } },
  );
  await app.container.get(Accounts).save(new Account({ id: "1", name: "ada", pin: password }));
  const item = await (await app.fetch(new Request("http://localhost/accounts/1"))).json();
  assertEquals(Object.keys(item), ["name", "_links"]);
});

Deno.test("24.6 t.secret refuses what is no descriptor", () => {
  assertThrows(() => t.secret("text" as never), TypeError, "Cannot describe t.secret as it must be given a descriptor");
});

Deno.test("24.6 documents are traced without secret values, and not at all where they can't be read", async () => {
  const memory = inMemoryExporter();
  const properties = { tracing: { includeDocument: true }, logging: { level: "OFF" } } as const;
  const features = [graphql({ schema: [Resource.text("accounts", schema)] }), controller(AccountController)];
  await using app = await createApp(createContainer(...features, tracing({ exporters: [memory] })), { properties });
  await ask(app, `mutation { a: change(old: "x${password}", next: "y${password}") }`);
  await ask(app, `mutation { register(input: { name: "ada", password: "x${password}" }) }`);
  await ask(app, `mutation { register(input: { password: "x${password}" }`);
  const recorded = memory.spans.flatMap(({ attributes }) => attributes["graphql.document"] ?? []);
  assertEquals(recorded, [
    'mutation { a: change(old: "[redacted]", next: "[redacted]") }',
    'mutation { register(input: { name: "ada", password: "[redacted]" }) }',
  ]);
  assertEquals(JSON.stringify(memory.spans.map(({ attributes }) => attributes)).includes(String(password)), false);
});
