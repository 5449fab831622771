import { type Class, describeValue, type MaybePromise } from "../../kernel/mod.ts";
import { accessRequest, Authentication, requireAccess, type RequiredAccess, securedAccess } from "../../context/mod.ts";
import type { Handler } from "../controllers/handlers.ts";
import type { DataFetchingEnvironment } from "../wiring/mod.ts";
import type { RecordedEntityMapping } from "./entity_mapping.ts";
import { EntityEnvironment } from "./entity_environment.ts";
import { allRepresentations } from "./entity_parameters.ts";
import type { EntityType } from "./entity_types.ts";
import type { Representation } from "./request_entities.ts";

/** Resolves entities of one type. */
export interface EntityHandler {
  readonly typeName: string;
  /** Names the code behind it: `BookController#book[1 args]`. */
  readonly description: string;
  /** Whether one call resolves many representations. */
  readonly isBatch: boolean;
  /** Names of the key fields that it reads; `undefined` if it may read any. */
  readonly reads: ReadonlySet<string> | undefined;
  /** The controller, whose exception handlers are called; absent if there is none. */
  readonly controller?: object;
  /** Resolves one representation, or for a batch all of them to a list. */
  readonly resolve: (
    representations: readonly Representation[],
    environment: DataFetchingEnvironment,
  ) => MaybePromise<unknown>;
}

const suffix = "List";

/**
 * Creates the handler of an `@EntityMapping` method.
 *
 * @param handler the recorded method
 * @param types the entities of the schema
 * @throws TypeError when the entity does not exist, or the method has arguments that are not fields of it
 */
export function entityHandler(
  handler: Handler<RecordedEntityMapping>,
  types: ReadonlyMap<string, EntityType>,
): EntityHandler {
  const { recorded, controller, fetcher } = handler;
  const { description } = fetcher;
  const typeName = entityName(recorded);
  const type = types.get(typeName);
  if (type === undefined) {
    throw new TypeError(
      `Cannot map ${description} to entity "${typeName}" as the schema must have a type of that name with a @key: ` +
        `entities are ${[...types.keys()].map((name) => `"${name}"`).join(", ") || "none"}`,
    );
  }
  const params = recorded.params ?? [];
  requireNoSource(params, description);
  const names = params.flatMap(({ kind, expects }) => expects && kind !== "source" ? [expects.name] : []);
  const lists = names.filter((name) => !type.fields.has(name) && type.fields.has(withoutSuffix(name)));
  const isBatch = lists.length > 0 || params.some(({ kind }) => kind === "representations");
  const read = names.map((name) => isBatch ? withoutSuffix(name) : name);
  requireFields(names, { type, description, isBatch });
  const readsAny = fetcher.readsAnyArgument === true;
  const call = (args: Readonly<Record<string, unknown>>, environment: DataFetchingEnvironment) =>
    fetcher(new EntityEnvironment(environment, args));
  const access = securedAccess(controller.constructor as Class, recorded.methodName);
  const resolve: EntityHandler["resolve"] = isBatch
    ? (given, environment) => call(batchArguments(given, lists), environment)
    : ([representation], environment) => call(representation!, environment);
  return {
    typeName,
    description,
    isBatch,
    reads: readsAny ? undefined : new Set(read),
    controller,
    resolve: access === undefined ? resolve : guarded(resolve, access),
  };
}

/** The name of the entity that a method is mapped to. */
export function entityName({ typeName, methodName }: RecordedEntityMapping): string {
  return typeName ?? methodName[0]!.toUpperCase() + methodName.slice(1);
}

function withoutSuffix(name: string): string {
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

function batchArguments(given: readonly Representation[], lists: readonly string[]): Record<string, unknown> {
  const args: Record<string, unknown> = Object.assign(Object.create(null), { [allRepresentations]: given });
  for (const name of lists) {
    const field = withoutSuffix(name);
    args[name] = given.map((representation) => representation[field] ?? null);
  }
  return args;
}

/** Checks the rule of `@Secured` before the method is called. */
function guarded(resolve: EntityHandler["resolve"], { rule, refused }: RequiredAccess): EntityHandler["resolve"] {
  return (given, environment) => {
    const authentication = environment.graphQlContext.get<Authentication>(Authentication);
    const request = accessRequest(authentication, { arguments: { representations: given }, source: undefined });
    const refuse = (error: unknown) => {
      if (refused === "null") return given.map(() => null);
      throw error;
    };
    try {
      const checked = requireAccess(rule, request);
      if (!(checked instanceof Promise)) return resolve(given, environment);
      return checked.then(() => resolve(given, environment), refuse);
    } catch (error) {
      return refuse(error);
    }
  };
}

function requireNoSource(params: readonly { readonly kind: string }[], description: string): void {
  const index = params.findIndex(({ kind }) => kind === "source");
  if (index < 0) return;
  throw new TypeError(
    `Cannot map ${description} as its parameter [${index}] must not be param.source(): an entity has no source`,
  );
}

interface Mapped {
  readonly type: EntityType;
  readonly description: string;
  readonly isBatch: boolean;
}

function requireFields(names: readonly string[], { type, description, isBatch }: Mapped): void {
  for (const name of names) {
    if (isBatch ? type.fields.has(withoutSuffix(name)) && name.endsWith(suffix) : type.fields.has(name)) continue;
    const fields = [...type.fields.keys()];
    const wanted = isBatch ? fields.map((field) => field + suffix) : fields;
    throw new TypeError(
      `Cannot map ${description} as its argument ${describeValue(name)} must be a field of entity "${type.name}"${
        isBatch ? ` with the ending "${suffix}"` : ""
      }: there are ${wanted.join(", ")}`,
    );
  }
}
