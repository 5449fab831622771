import { type Class, type Logger, recordedByClass, recordedFor, requireClass } from "../../kernel/mod.ts";
import type { DataFetcherExceptionResolver } from "../execution/mod.ts";
import type {
  CodeRegistry,
  DataFetchingEnvironment,
  RootOperation,
  RuntimeWiringBuilder,
  RuntimeWiringConfigurer,
  TypeDefinitionRegistry,
} from "../wiring/mod.ts";
import type { ArgumentNameResolver, PropertyNameOf } from "./binding/argument_name_resolver.ts";
import { classTypeName, mappings, type RecordedMapping } from "./decorators/recorded_mapping.ts";
import { sortedAdvices } from "./exceptions/advice_selection.ts";
import { ControllerExceptionResolver } from "./exceptions/controller_exception_resolver.ts";
import type { Executor } from "./executors/executor.ts";
import { batchMappingFetcher } from "./mapping/batch_mapping_fetcher.ts";
import { type BeanLookup, type HandlerMethod, handlerMethod } from "./mapping/handler_method.ts";
import { type Mapping, MappingRegistry } from "./mapping/mapping_registry.ts";
import type { Handler, RecordedHandler } from "./mapping/recorded_handler.ts";
import { codeRegistryTarget, type MappingTarget, wiringTarget } from "./mapping/mapping_target.ts";
import { subscriptionFetcher } from "./mapping/subscription_fetcher.ts";
import { schemaMappingFetcher } from "./mapping/schema_mapping_fetcher.ts";
import type { HandlerParameter } from "./handler_parameter.ts";
import { resolveParameters } from "./typed/named_parameters.ts";
import type { ModelClasses } from "./typed/model_classes.ts";
import type { SchemaFields } from "./typed/schema_fields.ts";

/** Finds the mapped methods of controllers and registers a data fetcher for each. */
export class AnnotatedControllerConfigurer implements RuntimeWiringConfigurer {
  readonly #controllers: object[] = [];
  readonly #advices: object[] = [];
  readonly #nameResolvers: ArgumentNameResolver[] = [];
  #executor: Executor | undefined;
  #models: ModelClasses = {};
  #logger: Logger | undefined;
  #bean: BeanLookup = () => undefined;
  #definitions: TypeDefinitionRegistry | undefined;
  #resolver: ControllerExceptionResolver | undefined;

  /** Adds controllers. */
  addControllers(...controllers: readonly object[]): this {
    this.#controllers.push(...controllers);
    return this;
  }

  /** Adds objects whose exception handlers apply to all controllers. */
  addControllerAdvices(...advices: readonly object[]): this {
    this.#advices.push(...advices);
    return this;
  }

  /** Sets the executor of the callables that methods return. */
  setExecutor(executor: Executor): this {
    this.#executor = executor;
    return this;
  }

  /** Sets the classes of schema types, to which mappings without descriptors bind their arguments. */
  setModels(models: ModelClasses): this {
    this.#models = models;
    return this;
  }

  /** The executor of callables, or `undefined`. */
  get executor(): Executor | undefined {
    return this.#executor;
  }

  /** Sets the lookup of the beans that kinds of parameters depend on. */
  setBeanLookup(bean: BeanLookup): this {
    this.#bean = bean;
    return this;
  }

  /**
   * Adds resolvers that map names of input fields and arguments to property names; each receives the previous one's
   * result.
   */
  addArgumentNameResolvers(...resolvers: readonly ArgumentNameResolver[]): this {
    this.#nameResolvers.push(...resolvers);
    return this;
  }

  #propertyNameOf(): PropertyNameOf | undefined {
    if (this.#nameResolvers.length === 0) return undefined;
    return (name) => this.#nameResolvers.reduce((mapped, resolver) => resolver.propertyName(mapped), name);
  }

  /** Sets the logger. */
  setLogger(logger: Logger): this {
    this.#logger = logger.forCategory("espalier.graphql.controllers");
    return this;
  }

  setTypeDefinitionRegistry(registry: TypeDefinitionRegistry): void {
    this.#definitions = registry;
  }

  /** Resolves exceptions by the `@GraphQlExceptionHandler` methods of the controllers and advices. */
  getExceptionResolver(): DataFetcherExceptionResolver {
    return this.#exceptionResolver();
  }

  #exceptionResolver(): ControllerExceptionResolver {
    return this.#resolver ??= new ControllerExceptionResolver({
      advices: () => sortedAdvices(this.#advices),
      bean: (identifier) => this.#bean(identifier),
      logger: () => this.#logger,
    });
  }

  /** Registers the data fetchers, and throws if a method does not match the schema. */
  configure(wiring: RuntimeWiringBuilder): void {
    this.#registerAll(wiringTarget(wiring, this.#definitions));
  }

  /**
   * Registers the mapped methods in an existing schema.
   *
   * @param codeRegistry the code of the schema; it is changed in place
   * @throws TypeError when a method is mapped to a field that the schema lacks, or two methods to one field
   *
   * @example
   * ```ts
   * import { QueryMapping } from "@espalier/espalier";
   * import {
   *   AnnotatedControllerConfigurer,
   *   CodeRegistry,
   *   DefaultExecutionGraphQlService,
   *   ExecutionGraphQlRequest,
   *   GraphQlSource,
   * } from "@espalier/espalier/graphql";
   * import { buildSchema } from "graphql";
   *
   * class GreetingController {
   *   @QueryMapping()
   *   greeting(): string {
   *     return "Hello";
   *   }
   * }
   * const schema = buildSchema("type Query { greeting: String }");
   * new AnnotatedControllerConfigurer()
   *   .addControllers(new GreetingController())
   *   .configureCodeRegistry(new CodeRegistry(schema));
   * const service = new DefaultExecutionGraphQlService(await GraphQlSource.builder(schema).build());
   * const response = await service.execute(new ExecutionGraphQlRequest({ id: "1", document: "{ greeting }" }));
   * console.log(response.toMap()); // { data: { greeting: "Hello" } }
   * ```
   */
  configureCodeRegistry(codeRegistry: CodeRegistry): void {
    this.#registerAll(codeRegistryTarget(codeRegistry));
  }

  /**
   * Prepares the methods that a decorator recorded and that are not mapped to a field.
   *
   * @param key under which the decorator records
   * @returns a fetcher for each method, which reads the method's arguments from its environment
   */
  handlersOf<R extends RecordedHandler>(key: symbol): readonly Handler<R>[] {
    return this.#controllers.flatMap((controller) =>
      recordedFor<R>(key, controller.constructor as Class).map((recorded) => {
        const { params, methodName, returns } = recorded;
        const propertyNameOf = this.#propertyNameOf();
        const method = handlerMethod(controller, methodName, { params, bean: this.#bean, propertyNameOf });
        return { recorded, controller, fetcher: schemaMappingFetcher(method, returns, this.#executor) };
      })
    );
  }

  /**
   * Applies the exception handlers of controllers to a field that calls methods of several controllers.
   *
   * @param field the field
   * @param controllerOf finds the controller whose method failed
   */
  handleExceptionsOf(
    field: { readonly typeName: string; readonly fieldName: string },
    controllerOf: (environment: DataFetchingEnvironment) => object | undefined,
  ): void {
    this.#exceptionResolver().registerEach(field, controllerOf);
  }

  #registerAll(target: MappingTarget): void {
    const registry = new MappingRegistry();
    const described = bySchema(target, this.#models);
    for (const controller of this.#controllers) {
      for (const recorded of mappingsOf(controller)) {
        registry.add(this.#mappingOf(controller, described(recorded, controller)));
      }
    }
    registry.inherit(target);
    for (const mapping of registry.all) this.#register(mapping, target);
  }

  #register({ typeName, field, fetcher, controller }: Mapping, target: MappingTarget): void {
    this.#logger?.trace(`Registering ${typeName}.${field} => ${fetcher.description}`);
    const resolver = this.#exceptionResolver();
    const realName = realNameOf(typeName, target);
    const registered = realName === realNameOf("Subscription", target)
      ? subscriptionFetcher(fetcher, (exception, environment) => resolver.resolveException(exception, environment))
      : fetcher;
    target.register(realName, field, registered);
    resolver.register(realName, field, controller);
  }

  #mappingOf(controller: object, recorded: RecordedMapping): Mapping {
    const { methodName, returns, maxBatchSize } = recorded;
    const method = handlerMethod(controller, methodName, {
      params: recorded.params,
      bean: this.#bean,
      propertyNameOf: this.#propertyNameOf(),
    });
    const typeName = typeNameOf(controller, recorded, method.description);
    requireNoSource(typeName, method);
    const field = recorded.field ?? methodName;
    const fetcher = recorded.kind === "schema"
      ? schemaMappingFetcher(method, returns, this.#executor)
      : batchMappingFetcher(method, {
        coordinates: `${typeName}.${field}`,
        returnType: returns,
        maxBatchSize,
        executor: this.#executor,
      });
    const isOfSchema = recorded.named !== undefined && recorded.kind === "schema";
    const described = isOfSchema ? Object.assign(fetcher, { isReturnTypeOfSchema: true }) : fetcher;
    return { typeName, field, fetcher: described, controller };
  }
}

/**
 * Describes the parameters and the results of mappings without descriptors by the schema.
 *
 * @param target provides the schema
 * @param models the classes of schema types
 */
function bySchema(
  target: MappingTarget,
  models: ModelClasses,
): (recorded: RecordedMapping, controller: object) => RecordedMapping {
  let fields: SchemaFields | undefined;
  return (recorded, controller) => {
    const { named, typeName, methodName, field = methodName } = recorded;
    if (named === undefined || typeName === undefined) return recorded;
    const description = `${controller.constructor.name}#${methodName}`;
    fields ??= target.fields();
    if (fields === undefined) {
      throw new TypeError(
        `Cannot map ${description} as the schema's type definitions must be known, which describe it`,
      );
    }
    const method = { description, typeName: realNameOf(typeName, target), field };
    return { ...recorded, ...resolveParameters(named, method, { schema: fields, models }) };
  };
}

/** Fields of the root types have no source, so that each call would fail. */
function requireNoSource(typeName: string, { params, description }: HandlerMethod): void {
  if (!rootOperations.some((root) => isRootType(typeName, root))) return;
  const index = params.findIndex(({ kind }) => kind === "source");
  if (index < 0) return;
  throw new TypeError(
    `Cannot map ${description} as its parameter [${index}] must not be param.source(): fields of ${typeName} have no ` +
      "source (use @SchemaMapping for fields of other types)",
  );
}

/** Code for `Query`, `Mutation` and `Subscription` is registered for the root type that the schema declares. */
function realNameOf(typeName: string, target: MappingTarget): string {
  const operation = rootOperations.find((root) => isRootType(typeName, root));
  return operation && target.rootTypeName(operation) || typeName;
}

function isRootType(typeName: string, operation: RootOperation): boolean {
  return operation[0]!.toUpperCase() + operation.slice(1) === typeName;
}

const rootOperations = ["query", "mutation", "subscription"] as const;

function mappingsOf(controller: object): readonly RecordedMapping[] {
  const type = controller.constructor as Class;
  const found: RecordedMapping[] = [];
  for (const ofClass of recordedByClass<RecordedMapping>(mappings, type)) {
    // The nearest class comes first, so a method that a subclass maps anew keeps the new mappings.
    const further = ofClass.filter(({ methodName }) => !found.some((nearer) => nearer.methodName === methodName));
    requireOneKind(further, type);
    found.push(...further);
  }
  return found;
}

function requireOneKind(recorded: readonly RecordedMapping[], { name }: Class): void {
  for (const { methodName, kind } of recorded) {
    if (recorded.every((other) => other.methodName !== methodName || other.kind === kind)) continue;
    throw new TypeError(`Expected either @BatchMapping or @SchemaMapping, not both: ${name}#${methodName}`);
  }
}

function typeNameOf(controller: object, recorded: RecordedMapping, description: string): string {
  const [ofClass] = recordedFor<string>(classTypeName, controller.constructor as Class);
  const name = recorded.typeName ?? ofClass ?? sourceClassOf(recorded)?.name;
  if (name !== undefined) return name;
  throw new TypeError(
    `No parentType specified, and a source/parent method argument was also not found: ${description}`,
  );
}

function sourceClassOf({ source, params, methodName }: RecordedMapping): Class | undefined {
  const thunk = source ?? params?.find((param: HandlerParameter) => param.sourceType !== undefined)?.sourceType;
  const type = thunk?.();
  if (thunk !== undefined) requireClass(`Cannot use the source of method "${methodName}"`, type);
  return type;
}
