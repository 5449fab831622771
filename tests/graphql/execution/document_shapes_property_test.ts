import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type ASTNode, isIntrospectionType, isObjectType, Kind, parse, print, visit } from "graphql";
import type { ErrorBehavior } from "@espalier/espalier";
import {
  BoundedDocumentCache,
  CompiledExecutionStrategy,
  ExecutionInput,
  type ExecutionStrategy,
  type GraphQL,
  GraphQlSource,
  type Instrumentation,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import type { EngineCase } from "../engine/engines.ts";
import { onErrors, randomCase } from "../engine/random_case.ts";
import { Tape } from "../engine/tape.ts";
import { times } from "../../long.ts";
import { type DocumentShape, documentShapeOf } from "../../../src/graphql/execution/documents/document_shape.ts";
import { sameTokens } from "./same_tokens.ts";

/** The document without variables that nothing uses: those make it invalid. */
function withoutUnused(query: string): string {
  const document = parse(query);
  const used = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable: (node) => void used.add(node.name.value),
  });
  return print(
    visit(document, { VariableDefinition: (node) => used.has(node.variable.name.value) ? undefined : null }),
  );
}

/** An engine, with all that code of a service saw of its documents. */
interface WatchedEngine {
  readonly graphQl: GraphQL;
  readonly seen: unknown[];
  readonly prepared: () => number;
}

/** Keeps texts; nothing is shared by what extends the cache. */
class KeptTexts extends BoundedDocumentCache {}

const placeOf = (node: ASTNode | undefined) => node?.loc && [node.kind, node.loc.start, node.loc.end];

async function engineOf({ schema }: EngineCase, isShared: boolean): Promise<WatchedEngine> {
  const seen: unknown[] = [];
  let prepared = 0;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const [name, field] of Object.entries(type.getFields())) {
      // Every second field has a resolver that reads what it is told of the document.
      if (name.length % 2 === 0 && !name.endsWith("1")) continue;
      field.resolve = (source, args, context, info) => {
        seen.push([
          info.operation.name?.value,
          placeOf(info.operation),
          info.fieldNodes.map((node) => [placeOf(node), node.arguments?.map(print)]),
          Object.entries(info.fragments).map(([fragment, node]) => [fragment, placeOf(node)]),
          Object.values(info.variableValues.sources).map(({ signature }) => placeOf(signature.default?.literal)),
        ]);
        const value = (source as Record<string, unknown> | undefined)?.[name];
        return typeof value === "function" ? value.call(source, args, context, info) : value;
      };
    }
  }
  const compiled = new CompiledExecutionStrategy({
    reference: new ReferenceExecutionStrategy(),
    generationBudget: Infinity,
  });
  const strategy: ExecutionStrategy = {
    name: "counted",
    sharesPlans: true,
    prepare: (...parameters) => (prepared++, compiled.prepare(...parameters)),
  };
  const instrumentation: Instrumentation = {
    beginParse: ({ input }) => void seen.push(["parse", input.query]),
    beginValidation: () => (errors) => void seen.push(["validation", errors?.length]),
    beginExecuteOperation: ({ document, operation }) =>
      void seen.push([operation, placeOf(document.definitions.at(-1))]),
  };
  const source = await GraphQlSource.builder(schema).configureGraphQl((graphQl) => {
    graphQl.queryExecutionStrategy(strategy).mutationExecutionStrategy(strategy).instrumentation(instrumentation);
    if (!isShared) graphQl.preparsedDocumentProvider(new KeptTexts());
  }).build();
  return { graphQl: source.graphQl, seen, prepared: () => prepared };
}

interface Asked {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly onError: ErrorBehavior;
}

async function answersOf(bytes: Uint8Array, asked: readonly Asked[], isShared: boolean) {
  const made = randomCase(new Tape(bytes))!; // was made before
  const engine = await engineOf(made, isShared);
  const results: unknown[] = [];
  for (const { query, operationName, onError } of asked) {
    const input = new ExecutionInput({
      query,
      operationName,
      onError,
      rootValue: made.rootValue?.(0),
      variables: made.variables,
      executionId: "1",
    });
    const result = await engine.graphQl.execute(input);
    const places = result.errors?.map(({ nodes, originalError }) => [
      nodes?.map(placeOf),
      (originalError as { nodes?: readonly ASTNode[] } | undefined)?.nodes?.map(placeOf),
    ]);
    const text = JSON.stringify([result, places, engine.seen.splice(0)], (_, value) => {
      return typeof value === "bigint" ? `${value}n` : value;
    });
    results.push(JSON.parse(text));
  }
  return { results, prepared: engine.prepared() };
}

/** Texts of one document, with the names that requests give. */
function askedOf(query: string, tape: Tape, onError: ErrorBehavior): readonly Asked[] {
  const names = ["Q", "Other", "query", "on", "Q1"];
  return Array.from({ length: 6 }, (_, i) => {
    const operationName = i === 0 ? "Q" : tape.pick(names);
    const text = i === 0 ? query : sameTokens(query, tape, { operationName, changesTexts: tape.chance(128) });
    return {
      query: text,
      operationName: tape.chance(90) ? tape.pick([operationName, operationName, "Q"]) : undefined,
      onError,
    };
  });
}

Deno.test("27.5 documents of one shape answer like documents of their own: random schemas, documents and data", async () => {
  let [own, shared] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 60, maxLength: 500 }), onErrors, async (bytes, onError) => {
      const made = randomCase(new Tape(bytes));
      if (made === undefined) return;
      const asked = askedOf(withoutUnused(made.query), new Tape(bytes.toReversed()), onError);
      const expected = await answersOf(bytes, asked, false);
      const actual = await answersOf(bytes, asked, true);
      for (const [i, each] of asked.entries()) {
        assertEquals({ ...each, answer: actual.results[i] }, { ...each, answer: expected.results[i] });
      }
      own += expected.prepared;
      shared += actual.prepared;
    }),
    { seed: 20261124, numRuns: times(200, 30_000) },
  );
  // Otherwise nothing was compared.
  assert(shared < own * 0.7, `${shared} of ${own} documents were prepared`);
});

Deno.test("27.5 texts of one shape have the same tokens, but for the operation's name and strings that are told", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 60, maxLength: 400 }), (bytes) => {
      const made = randomCase(new Tape(bytes));
      if (made === undefined) return;
      const tape = new Tape(bytes.toReversed());
      const [one, other] = [made.query, changedAt(made.query, tape)];
      const [shape, otherShape] = [documentShapeOf(one, Infinity), documentShapeOf(other, Infinity)];
      if (shape === undefined || shape.key !== otherShape?.key) return;
      assertEquals({ one, said: saidOf(one, shape) }, { one, said: saidOf(other, otherShape) });
    }),
    { seed: 27, numRuns: times(1_000, 300_000) },
  );
});

/** Changes some characters. */
function changedAt(text: string, tape: Tape): string {
  let changed = text;
  for (let i = 0; i <= tape.below(3); i++) {
    const at = (tape.below(256) * 256 + tape.below(256)) % changed.length;
    const put = tape.pick([
      " ",
      "",
      "#",
      '"',
      ".",
      "\\",
      "\n",
      "x",
      "1",
      "e",
      "-",
      ",",
      "@",
      "{",
      "é",
      "\uFEFF",
      '"""',
      "Q",
    ]);
    changed = changed.slice(0, at) + put + changed.slice(at + tape.below(2));
  }
  return changed;
}

/** What a text says, without the operation's name and the lifted texts, which have to stand where they are told. */
function saidOf(text: string, { texts }: DocumentShape): unknown {
  const lifted = new Map(texts.map(({ start, value }) => [start, value]));
  const said = visit(parse(text), {
    [Kind.OPERATION_DEFINITION]: (node) => ({ ...node, name: node.name && { kind: Kind.NAME, value: "" } }),
    [Kind.FIELD]: (node) => ({
      ...node,
      arguments: node.arguments?.map((argument) => {
        const { value } = argument;
        if (value.kind !== Kind.STRING || lifted.get(value.loc!.start) !== value.value) return argument;
        lifted.delete(value.loc!.start);
        return { ...argument, value: { kind: Kind.STRING, value: "" } };
      }),
    }),
  });
  assertEquals([...lifted], []);
  return JSON.parse(JSON.stringify(said, (key, value) => key === "loc" ? undefined : value));
}
