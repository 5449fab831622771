import { GraphQLError, type GraphQLSchema, isInterfaceType, isObjectType } from "../../../deps.ts";
import { describeValue } from "../../kernel/mod.ts";
import { BatchingDataLoader } from "../execution/mod.ts";
import { DataFetcherResult, type DataFetchingEnvironment, ErrorType } from "../wiring/mod.ts";
import type { EntityHandler } from "./entity_handler.ts";
import type { EntityHandlers } from "./entity_handlers.ts";
import { RepresentationReader } from "./representation_reader.ts";
import { type Representation, RequestEntities } from "./request_entities.ts";

/** The representations of a request that one handler resolves. */
interface Group {
  readonly handler: EntityHandler;
  readonly indexes: number[];
  readonly representations: Representation[];
}

type Readers = ReadonlyMap<string, RepresentationReader>;

/** The result for one representation: an entity, an error, or a `DataFetcherResult`. */
type Outcome = unknown;

/** Resolves the representations of `_entities`, one call for each handler. */
export class EntitiesDataFetcher {
  readonly #handlers: EntityHandlers;
  /** For the whole schema and for that of each visibility profile, which reads the fields that it shows. */
  readonly #readers = new WeakMap<GraphQLSchema, ReadonlyMap<string, RepresentationReader>>();

  /** @param handlers the handlers of each entity */
  constructor(handlers: EntityHandlers) {
    this.#handlers = handlers;
  }

  /** Finds the controller whose method returned a failed item. */
  controllerOf({ info, arguments: args }: DataFetchingEnvironment): object | undefined {
    const given = (args.representations as readonly unknown[])[Number(info.path.key)];
    try {
      return this.#prepared(given, this.#readersOf(info.schema)).handler.controller;
    } catch {
      return undefined;
    }
  }

  /** Resolves all representations; the list contains an error for each that can't be resolved. */
  async fetch(environment: DataFetchingEnvironment): Promise<unknown> {
    const given = environment.arguments.representations as readonly unknown[];
    const outcomes: Outcome[] = new Array(given.length);
    const groups = this.#groups(given, this.#readersOf(environment.info.schema), outcomes);
    await Promise.all(groups.map(async (group) => await this.#resolve(group, environment, outcomes)));
    return completed(outcomes, environment);
  }

  #readersOf(schema: GraphQLSchema): Readers {
    let readers = this.#readers.get(schema);
    if (readers === undefined) {
      readers = new Map(this.#handlers.resolvable.flatMap(({ name }) => {
        const type = schema.getType(name);
        return isObjectType(type) || isInterfaceType(type) ? [[name, new RepresentationReader(type)] as const] : [];
      }));
      this.#readers.set(schema, readers);
    }
    return readers;
  }

  #groups(given: readonly unknown[], readers: Readers, outcomes: Outcome[]): readonly Group[] {
    const groups = new Map<EntityHandler, Group>();
    given.forEach((each, index) => {
      try {
        const { handler, representation } = this.#prepared(each, readers);
        let group = groups.get(handler);
        if (group === undefined) groups.set(handler, group = { handler, indexes: [], representations: [] });
        group.indexes.push(index);
        group.representations.push(representation);
      } catch (error) {
        outcomes[index] = error;
      }
    });
    return [...groups.values()];
  }

  #prepared(
    given: unknown,
    readers: Readers,
  ): { readonly handler: EntityHandler; readonly representation: Representation } {
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      throw badRequest(`Cannot use a representation as it must be an object: current value is ${describeValue(given)}`);
    }
    const { __typename: name } = given as Representation;
    if (typeof name !== "string") throw badRequest('Missing "__typename" argument');
    const reader = readers.get(name);
    if (reader === undefined) throw failure("No entity fetcher");
    let representation: Representation;
    try {
      representation = reader.read(given as Representation);
    } catch (error) {
      throw badRequest((error as TypeError).message);
    }
    const handler = this.#handlers.handlerOf(name, representation);
    if (handler !== undefined) return { handler, representation };
    const shown = this.#handlers.type(name).keys.filter(({ fields }) => fields.every((each) => reader.has(each.name)));
    const keys = shown.map(({ text }) => `"${text}"`).join(" or ");
    throw badRequest(`Cannot resolve entity "${name}" as its representation must have the fields of a key: ${keys}`);
  }

  async #resolve(group: Group, environment: DataFetchingEnvironment, outcomes: Outcome[]): Promise<void> {
    const { handler, indexes, representations } = group;
    const found = handler.isBatch
      ? await resolveBatch(group, environment)
      : await Promise.all(representations.map((each) => settled(() => handler.resolve([each], environment))));
    const entities = RequestEntities.of(environment.graphQlContext);
    found.forEach((outcome, at) => {
      const representation = representations[at]!;
      outcomes[indexes[at]!] = this.#noted(outcome, representation, entities);
    });
  }

  #noted(outcome: Outcome, representation: Representation, entities: RequestEntities): Outcome {
    const value = outcome instanceof DataFetcherResult ? outcome.data : outcome;
    if (value instanceof Error) return value;
    if (value === null || value === undefined) {
      const isExplained = outcome instanceof DataFetcherResult && outcome.errors.length > 0;
      return isExplained ? outcome : failure("Entity fetcher returned null or completed empty");
    }
    const typeName = String(representation.__typename);
    if (typeof value !== "object") {
      return new TypeError(
        `Cannot use entity "${typeName}" as it must be an object: current value is ${describeValue(value)}`,
      );
    }
    try {
      entities.add(value, representation, this.#handlers.type(typeName).isInterface ? undefined : typeName);
    } catch (error) {
      return error;
    }
    return outcome;
  }
}

/** Makes one call for all `_entities` fields of a request: a data loader collects their groups. */
async function resolveBatch(
  { handler, representations }: Group,
  environment: DataFetchingEnvironment,
): Promise<readonly Outcome[]> {
  const name = `entities of ${handler.description}`;
  const loader = environment.dataLoaderRegistry.computeIfAbsent(
    name,
    () =>
      new BatchingDataLoader<readonly Representation[], readonly Outcome[]>({
        name,
        request: environment,
        options: { cache: false },
        load: async (groups) => {
          const all = await batchOutcomes(handler, groups.flat(), environment);
          let start = 0;
          return groups.map(({ length }) => all.slice(start, start += length));
        },
      }),
  );
  return await loader.load(representations) as readonly Outcome[];
}

async function batchOutcomes(
  handler: EntityHandler,
  representations: readonly Representation[],
  environment: DataFetchingEnvironment,
): Promise<readonly Outcome[]> {
  const outcome = await settled(async () => {
    const resolved = await handler.resolve(representations, environment);
    if (resolved === null || resolved === undefined) return [];
    if (Array.isArray(resolved)) return resolved as readonly unknown[];
    return await Array.fromAsync(resolved as Iterable<unknown>);
  });
  if (outcome instanceof Error || !Array.isArray(outcome)) return representations.map(() => outcome);
  if (outcome.length === 0) return representations.map(() => null);
  if (outcome.length === representations.length) return outcome;
  const error = new TypeError(
    `Cannot use the entities of ${handler.description} as it must return one for each representation, in order: ` +
      `there are ${representations.length}, current value is "a list of ${outcome.length}"`,
  );
  return representations.map(() => error);
}

/** Returns the result or the error of a call; an exception that is not an `Error` becomes the cause of one. */
async function settled(call: () => unknown): Promise<Outcome> {
  try {
    return await call();
  } catch (error) {
    return error instanceof Error ? error : new Error("Entity fetcher failed", { cause: error });
  }
}

/** Items of a list can't have a `DataFetcherResult`, so the errors of entities are reported with the list. */
function completed(outcomes: readonly Outcome[], { info }: DataFetchingEnvironment): unknown {
  if (!outcomes.some((outcome) => outcome instanceof DataFetcherResult)) return outcomes;
  const path = [String(info.path.key)];
  let extensions: Readonly<Record<string, unknown>> = {};
  const errors = outcomes.flatMap((outcome, index) => {
    if (!(outcome instanceof DataFetcherResult)) return [];
    extensions = { ...extensions, ...outcome.extensions };
    return outcome.errors.map((error) => {
      const { message, nodes = info.fieldNodes, extensions } = error;
      return error.path === undefined
        ? new GraphQLError(message, { nodes, extensions, path: [...path, index] })
        : error;
    });
  });
  const data = outcomes.map((outcome) => outcome instanceof DataFetcherResult ? outcome.data : outcome);
  return new DataFetcherResult({ data, errors, extensions });
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { classification: ErrorType.BAD_REQUEST.name } });
}

function failure(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { classification: ErrorType.INTERNAL_ERROR.name } });
}
