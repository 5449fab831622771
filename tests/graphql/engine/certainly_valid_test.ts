import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type DocumentNode, parse, print, validate, visit } from "graphql";
import { isCertainlyValid } from "../../../src/graphql/engine/validation/certainly_valid.ts";
import { times } from "../../long.ts";
import { featureCases } from "./feature_cases.ts";
import { featureSchema } from "./feature_schema.ts";
import { randomDocument } from "./random_document.ts";
import { randomSchema } from "./random_schema.ts";
import { Tape } from "./tape.ts";

const schema = featureSchema();
const corpus = Object.values(featureCases).flat().map(({ query }) => query);

/** Changes one thing in a document: a name, a value, an order, a presence. */
function mutate(document: DocumentNode, tape: Tape): DocumentNode {
  const names = [
    "name",
    "age",
    "text",
    "number",
    "Person",
    "Dog",
    "Filter",
    "x",
    "F",
    "N",
    "int",
    "text",
    "s0",
    "a",
    "Int",
    "if",
  ];
  let at = tape.below(200) * (1 + tape.below(3));
  return visit(document, {
    enter(node) {
      if (at-- !== 0) return undefined;
      if (node.kind === "Name") return { ...node, value: tape.pick(names) };
      if (node.kind === "IntValue") return { kind: "StringValue", value: node.value } as never;
      if (node.kind === "StringValue") return { kind: "IntValue", value: "99999999999" } as never;
      if (node.kind === "Field") return tape.chance(128) ? null : { ...node, selectionSet: undefined };
      if (node.kind === "Argument" || node.kind === "Directive" || node.kind === "VariableDefinition") {
        return tape.chance(200) ? null : undefined;
      }
      if (node.kind === "NonNullType") return node.type as never;
      if (node.kind === "SelectionSet") return { ...node, selections: [...node.selections, ...node.selections] };
      if (node.kind === "FragmentDefinition" || node.kind === "FragmentSpread") {
        return tape.chance(128) ? null : undefined;
      }
      return undefined;
    },
  });
}

function assertSound(document: DocumentNode, of = schema): boolean {
  if (!isCertainlyValid(of, document)) return false;
  assertEquals({ query: print(document), errors: validate(of, document) }, { query: print(document), errors: [] });
  return true;
}

Deno.test("What is certainly valid is valid: the corpus and its mutations", () => {
  let accepted = 0;
  for (const query of corpus) if (assertSound(parse(query))) accepted++;
  assert(accepted > corpus.length / 2, `Only ${accepted} of ${corpus.length} documents are accepted`);
  fc.assert(
    fc.property(fc.nat(corpus.length - 1), fc.uint8Array({ minLength: 8, maxLength: 8 }), (index, bytes) => {
      const tape = new Tape(bytes);
      let document = parse(corpus[index]!);
      try {
        for (let i = 0; i <= tape.below(3); i++) document = parse(print(mutate(document, tape)));
      } catch {
        return; // no document any more
      }
      assertSound(document);
    }),
    { seed: 7, numRuns: times(1_500, 100_000) },
  );
});

Deno.test("What is certainly valid is valid: random schemas, documents and mutations", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 60, maxLength: 300 }), (bytes) => {
      const tape = new Tape(bytes);
      const random = randomSchema(tape);
      const document = parse(randomDocument(tape, random).query);
      assertSound(document, random);
      try {
        assertSound(parse(print(mutate(document, tape))), random);
      } catch (error) {
        if (!/^Syntax Error/.test((error as Error).message)) throw error;
      }
    }),
    { seed: 8, numRuns: times(500, 50_000) },
  );
});

Deno.test("What looks alike but may differ is left to validate", () => {
  const open = [
    '{ pet(kind: "dog") { ... on Dog { x: name } ... on Cat { x: name } } }',
    "{ person { name } person { name } }",
    '{ echo(text: "a") echo(text: "b") }',
    "{ person { ...F } } fragment F on Person { friend { ...F } }",
    "{ person { name } } fragment Unused on Person { name }",
    "query ($unused: Int) { person { name } }",
    "{ __schema { types { name } } }",
    "{ echo(choice: { a: 1 }) }",
    "subscription { ticks }",
  ];
  for (const query of open) {
    assertEquals({ query, certain: isCertainlyValid(schema, parse(query)) }, { query, certain: false });
  }
});
