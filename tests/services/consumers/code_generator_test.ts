import { assertStringIncludes } from "@std/assert";
import { ContainerModule, createApp, createContainer, graphql, LogSink, Resource, serve } from "@espalier/espalier";

const schema = `
  "The root"
  type Query { book(id: ID!, old: Int @deprecated(reason: "unused"), kind: Kind = NOVEL): Book, find(by: By): [Found!]! }
  type Book implements Named { title: String! @deprecated, name: String }
  interface Named { name: String }
  union Found = Book
  enum Kind { NOVEL, ESSAY @deprecated(reason: "rare") }
  input By @oneOf { id: ID, title: String }
  scalar Url @specifiedBy(url: "https://example.org/url")
  directive @tagged(name: String = "x") repeatable on FIELD_DEFINITION | QUERY | VARIABLE_DEFINITION
  type Subscription { added: Book }
`;

const packages = [
  "npm:@graphql-codegen/cli@7.4.3",
  "npm:@graphql-codegen/typescript@6.1.0",
  "npm:graphql@16.15.0",
];

async function deno(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  if (code !== 0) throw new Error(`deno ${args.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

Deno.test("G1.1 GraphQL Code Generator makes types from the address of a service, also with incremental delivery", async () => {
  const folder = await Deno.makeTempDir({ prefix: "espalier-code-generator-" });
  try {
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ nodeModulesDir: "auto" }));
    await deno(folder, "install", "--quiet", ...packages);
    for (const incremental of [false, true]) {
      const quiet = new ContainerModule(({ bind }) => void bind(LogSink).toConstantValue(() => {}));
      const app = await createApp(createContainer(graphql({ schema: [Resource.text("schema", schema)] }), quiet), {
        properties: { graphql: { incremental } },
      });
      await using server = await serve(app, { hostname: "127.0.0.1", port: 0, quiet: true });
      const generates = { "types.ts": { plugins: ["typescript"] } };
      const configuration = { schema: `${server.url}/graphql`, generates };
      await Deno.writeTextFile(`${folder}/codegen.json`, JSON.stringify(configuration));
      await deno(folder, "run", "-A", "npm:@graphql-codegen/cli/graphql-codegen-esm", "--config", "codegen.json");
      const types = await Deno.readTextFile(`${folder}/types.ts`);
      for (
        const part of [
          "export type Book = Named & {",
          "title: Scalars['String']['output'];",
          "title?: InputMaybe<Scalars['String']['input']>;",
          "Url: { input: unknown; output: unknown; }",
          "@deprecated rare",
          "find: Array<Found>;",
          "export type Subscription = {",
        ]
      ) assertStringIncludes(types, part);
      await deno(folder, "check", "types.ts");
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
