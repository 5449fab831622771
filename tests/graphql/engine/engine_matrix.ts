import { tracingChannel } from "node:diagnostics_channel";
import {
  type DocumentNode,
  GraphQLDeferDirective,
  GraphQLError,
  GraphQLSchema,
  GraphQLStreamDirective,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from "graphql";
import { createApp, createContainer, EspalierProperties, LeveledLogger } from "@espalier/espalier";
import {
  CompiledExecutionStrategy,
  ExecutionInput,
  type ExecutionStrategy,
  type GraphQL,
  GraphQLBuilder,
  GraphQLContext,
  ReferenceExecutionStrategy,
  VerifyingExecutionStrategy,
} from "@espalier/espalier/graphql";
import { type IncrementalFormat } from "../../../src/graphql/engine/reference/execute_incrementally.ts";
import { acceptIncrementalDelivery } from "../../../src/graphql/execution/incremental/incremental_delivery.ts";
import { OperationSecurity } from "../../../src/graphql/interception/operation_security.ts";
import type { EngineCase } from "./engines.ts";
import { MergedParts } from "./merged_parts.ts";
import { strategies } from "./strategies_under_test.ts";

/** One way in which a service can configure the engine. */
export interface Configuration {
  /** A name of {@linkcode strategiesOfMatrix}. */
  readonly strategy: string;
  /**
   * `graphql.incremental`: `on` for a client that accepts one result, `current` and `legacy` for one that accepts
   * parts; every selection of these operations is deferred.
   */
  readonly incremental: "off" | "on" | IncrementalFormat;
  /** Whether something listens to the tracing channels of graphql-js. */
  readonly isObserved: boolean;
  readonly preset: "production" | "development";
}

const verifying = () => {
  const reference = new ReferenceExecutionStrategy();
  const logger = new LeveledLogger({ "": "ERROR" }, ({ message, fields }) => mismatches.push({ message, fields }));
  const strategy = new CompiledExecutionStrategy({ reference, generationBudget: Infinity });
  return new VerifyingExecutionStrategy({ strategy, reference, sampleEvery: 1, logger });
};

/** What verifying strategies reported. */
export const mismatches: unknown[] = [];

/** The strategies of the matrix. */
export const strategiesOfMatrix: Readonly<Record<string, () => ExecutionStrategy>> = { ...strategies, verifying };

/** All configurations: each combination of strategy, incremental delivery, listeners and preset. */
export const configurations: readonly Configuration[] = Object.keys(strategiesOfMatrix).flatMap((strategy) =>
  (["off", "on", "current", "legacy"] as const).flatMap((incremental) =>
    [false, true].flatMap((isObserved) =>
      (["production", "development"] as const).map((preset) => ({ strategy, incremental, isObserved, preset }))
    )
  )
);

/** A configuration as a test's name has it. */
export function nameOf({ strategy, incremental, isObserved, preset }: Configuration): string {
  return `${strategy}, incremental ${incremental}, ${isObserved ? "observed" : "not observed"}, ${preset}`;
}

/** What an execution gave a client: one result, or parts that were merged. */
export interface MatrixResult {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: unknown;
}

/** The whole engine of a service in one configuration. */
export class ConfiguredEngine implements Disposable {
  readonly #configuration: Configuration;
  readonly #properties: EspalierProperties;
  readonly #engines = new Map<GraphQLSchema, GraphQL>();
  readonly #channel = tracingChannel("graphql:execute");
  readonly #listener = { start() {}, end() {}, asyncStart() {}, asyncEnd() {}, error() {} };

  private constructor(configuration: Configuration, properties: EspalierProperties) {
    this.#configuration = configuration;
    this.#properties = properties;
    if (configuration.isObserved) this.#channel.subscribe(this.#listener);
  }

  static async of(configuration: Configuration): Promise<ConfiguredEngine> {
    const { preset, incremental } = configuration;
    await using app = await createApp(createContainer(), {
      properties: { preset, graphql: { incremental: incremental !== "off", maxCost: 0 } },
    });
    return new ConfiguredEngine(configuration, app.container.get(EspalierProperties));
  }

  /** Executes a case once per round, as plans change with use. */
  async run(engineCase: EngineCase, rounds: readonly number[]): Promise<MatrixResult[]> {
    const engine = this.#engineOf(engineCase.schema);
    const { incremental } = this.#configuration;
    const format = incremental === "current" || incremental === "legacy" ? incremental : undefined;
    const query = format === undefined ? engineCase.query : print(deferred(parse(engineCase.query)));
    const results: MatrixResult[] = [];
    for (const round of rounds) {
      const graphQlContext = new GraphQLContext();
      if (format !== undefined) acceptIncrementalDelivery(graphQlContext, format);
      const { operationName, variables, rootValue } = engineCase;
      const result = await engine.execute(
        new ExecutionInput({ query, operationName, variables, rootValue: rootValue?.(round), graphQlContext }),
      );
      results.push(result.stream === undefined ? result : await MergedParts.of(payloadsOf(result.stream as never)));
    }
    return results;
  }

  #engineOf(schema: GraphQLSchema): GraphQL {
    const known = this.#engines.get(schema);
    if (known) return known;
    const { strategy, incremental } = this.#configuration;
    const builder = new GraphQLBuilder().operationGuard(new OperationSecurity(this.#properties.graphql));
    const { maxResultValues, maxResultBytes, executionTimeoutMs } = this.#properties.graphql;
    builder.resultLimits({ maxValues: maxResultValues, maxBytes: maxResultBytes, timeoutMs: executionTimeoutMs });
    const executing = strategiesOfMatrix[strategy]!();
    builder.queryExecutionStrategy(executing).mutationExecutionStrategy(executing);
    // The corpus has documents that no validation passes, and operations that a production service refuses.
    const documents = new Map<string, { readonly document: DocumentNode }>();
    builder.preparsedDocumentProvider({
      getDocument: ({ query }) => {
        const entry = documents.get(query) ?? { document: parse(query) };
        documents.set(query, entry);
        return entry;
      },
    });
    const engine = builder.build(incremental === "off" ? schema : withIncrementalDirectives(schema), {
      // graphql-js locates an error without a path itself, and describes what isn't an error.
      handleException: (exception) => [exception as GraphQLError],
    });
    this.#engines.set(schema, engine);
    return engine;
  }

  [Symbol.dispose](): void {
    if (this.#configuration.isObserved) this.#channel.unsubscribe(this.#listener);
    for (const engine of this.#engines.values()) engine[Symbol.dispose]();
  }
}

async function* payloadsOf(stream: AsyncIterable<{ readonly payload: object }>): AsyncGenerator<object> {
  for await (const { payload } of stream) yield payload;
}

function withIncrementalDirectives(schema: GraphQLSchema): GraphQLSchema {
  const declared = new Set(schema.getDirectives().map(({ name }) => name));
  const added = [GraphQLDeferDirective, GraphQLStreamDirective].filter(({ name }) => !declared.has(name));
  return new GraphQLSchema({
    ...schema.toConfig(),
    directives: [...schema.getDirectives(), ...added],
    assumeValid: true,
  });
}

/** Defers the selections of all fields, and of queries their root fields. */
function deferred(document: DocumentNode): DocumentNode {
  const withDefer = (selectionSet: SelectionSetNode): SelectionSetNode => ({
    kind: Kind.SELECTION_SET,
    selections: [{
      kind: Kind.INLINE_FRAGMENT,
      directives: [{ kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: "defer" } }],
      selectionSet,
    }],
  });
  return visit(document, {
    Field: { leave: (node) => node.selectionSet && { ...node, selectionSet: withDefer(node.selectionSet) } },
    OperationDefinition: {
      leave: (node) => node.operation === "query" ? { ...node, selectionSet: withDefer(node.selectionSet) } : undefined,
    },
  });
}
