import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { execute, type GraphQLSchema, parse, printSchema, validate } from "graphql";
import { schemaTypes } from "@espalier/espalier/types";
import { randomData } from "../graphql/engine/random_data.ts";
import { randomDocument } from "../graphql/engine/random_document.ts";
import { randomSchema } from "../graphql/engine/random_schema.ts";
import { Tape } from "../graphql/engine/tape.ts";
import { times } from "../long.ts";
import { Service } from "./service_folder.ts";

/** A response without errors, and the operation that it is of. */
interface Answered {
  readonly schema: GraphQLSchema;
  readonly query: string;
  readonly data: unknown;
}

/** Answers a random document; `undefined` where it is not valid, fails, or its answer says little. */
async function answered(tape: Tape): Promise<Answered | undefined> {
  const schema = randomSchema(tape);
  const { query, variables } = randomDocument(tape, schema);
  // An object literal can't hold a property of this name.
  if (query.includes("__proto__")) return undefined;
  const document = parse(query);
  const unused = new Set(
    validate(schema, document).flatMap(({ message }) => /^Variable "\$(\w+)" is never/.exec(message)?.[1] ?? []),
  );
  const used = query.replace(/\$(\w+): [\w!]+(?: = \w+)?,? ?/g, (whole, name) => unused.has(name) ? "" : whole)
    .replace(/, *\)/, ")").replace("Q()", "Q");
  if (validate(schema, parse(used)).length > 0) return undefined;
  const rootValue = randomData(tape, schema, { failures: 0, promises: 0, oddities: 0 })(0);
  const { data, errors } = await execute({ schema, document: parse(used), rootValue, variableValues: variables });
  const isTelling = JSON.stringify(data ?? null).length > 60;
  return errors === undefined && isTelling ? { schema, query: used, data } : undefined;
}

/** Copies of a value in each of which one thing is wrong for certain. */
function* wrong(value: unknown, schema: GraphQLSchema, query: string): Generator<unknown> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return;
  yield { ...value, selectedByNobody: 1 };
  yield [value];
  yield null;
  for (const [key, each] of Object.entries(value)) {
    // A scalar without type takes everything.
    if (/^[mq]\d$/.test(key) || key === "b") {
      const field = (/^mutation/.test(query) ? schema.getMutationType() : schema.getQueryType())!.getFields()[key];
      const type = String(field?.type ?? "Anything");
      if (type === "Int!" || type === "Boolean!" || type === "String!") yield { ...value, [key]: null };
      if (/^\[?Int|Boolean|Float/.test(type)) yield { ...value, [key]: "text" };
    }
    if (key === "__typename" || key === "t") yield { ...value, [key]: `${each}s` };
  }
}

/** Makes the types of each operation, in a folder of its own, and a module that holds answers as literals. */
async function literalsOf(service: Service, cases: readonly Answered[]): Promise<{ text: string; wrongOnes: number }> {
  const lines: string[] = [];
  let wrongOnes = 0;
  for (const [index, { schema, query, data }] of cases.entries()) {
    service.write(`${index}/graphql/a.graphqls`, printSchema(schema));
    service.write(`${index}/graphql-test/a.graphql`, query);
    const { modules } = await schemaTypes({ root: new URL(`${index}/`, service.root), client: true });
    service.write(`${index}/operations.ts`, modules[0]!.text!);
    lines.push(`import type { QResult as R${index} } from "./${index}/operations.ts";`);
    lines.push(`export const r${index}: R${index} = ${JSON.stringify(data)};`);
    for (const value of wrong(data, schema, query)) {
      wrongOnes++;
      lines.push(
        "// @ts-expect-error wrong for certain",
        `export const w${index}_${wrongOnes}: R${index} = ${JSON.stringify(value)};`,
      );
    }
  }
  return { text: `// deno-lint-ignore-file\n${lines.join("\n")}\n`, wrongOnes };
}

async function check(service: Service): Promise<string> {
  const client = new URL("../../src/client/mod.ts", import.meta.url).href;
  service.write(
    "deno.json",
    JSON.stringify({
      imports: { "@espalier/espalier/client": client },
      compilerOptions: { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      lock: false,
    }),
  );
  const { stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "literals.ts"],
    cwd: service.root,
    env: { NO_COLOR: "1" },
  }).output();
  return new TextDecoder().decode(stderr);
}

Deno.test("answers to random valid documents have the type of their operation, and wrong ones have not", async () => {
  const wanted = times(50, 2_000);
  const tapes = fc.sample(fc.uint8Array({ minLength: 150, maxLength: 600 }), { numRuns: wanted * 25, seed: 20261123 });
  const cases: Answered[] = [];
  for (const bytes of tapes) {
    const found = await answered(new Tape(bytes));
    if (found) cases.push(found);
    if (cases.length === wanted) break;
  }
  assert(cases.length > wanted / 2, `only ${cases.length} documents are valid`);
  using service = new Service({});
  const { text, wrongOnes } = await literalsOf(service, cases);
  service.write("literals.ts", text);
  assertEquals(await check(service), "");
  assert(wrongOnes > cases.length * 3);
});
