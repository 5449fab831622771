import { describeValue, type MemberDecoratorCall, recordMember, requireCalled } from "../../../kernel/mod.ts";
import { checkBatchSize } from "../decorators/check_mapping.ts";
import type { HandlerDecorator } from "../decorators/handler_decorator.ts";
import { mappings, type RecordedMapping } from "../decorators/recorded_mapping.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/** The arguments of a mapping decorator that a generated module exports. */
export type NamedOptions = readonly (string | HandlerParameter | NamedOption)[];

interface NamedOption {
  readonly field?: string;
  readonly maxBatchSize?: number;
}

interface MappingDecorator {
  readonly decorator: string;
  readonly type: string;
  /** Names of the input types that are classes. */
  readonly inputs: readonly string[];
  /** Whether the method's first parameter is the source. */
  readonly hasSource: boolean;
}

/**
 * Creates a decorator that records a mapping whose parameters are names of arguments and special parameters.
 *
 * @param mapping the decorator's name, the schema type and the inputs that are classes
 * @param given an option, names and parameters
 * @throws TypeError for any other argument
 */
export function mappingDecorator(mapping: MappingDecorator, given: NamedOptions): HandlerDecorator<never, unknown> {
  const { decorator, type, inputs, hasSource } = mapping;
  const { option, parameters } = read(decorator, { type, given, options: ["field"] });
  return recording({ kind: "schema", typeName: type, ...option, named: { parameters, inputs, hasSource } });
}

/**
 * Like {@linkcode mappingDecorator}, for a method that receives many sources.
 *
 * @param mapping the schema type and the inputs that are classes
 * @param given an option, names and parameters
 */
export function batchDecorator(
  { type, inputs }: Pick<MappingDecorator, "type" | "inputs">,
  given: NamedOptions,
): HandlerDecorator<never, unknown> {
  const { option, parameters } = read("BatchMapping", { type, given, options: ["field", "maxBatchSize"] });
  checkBatchSize(option.maxBatchSize);
  return recording({ kind: "batch", typeName: type, ...option, named: { parameters, inputs, hasSource: false } });
}

function recording(mapping: Omit<RecordedMapping, "methodName">): HandlerDecorator<never, unknown> {
  return (...call: unknown[]) =>
    recordMember<RecordedMapping>(
      mappings,
      call as unknown as MemberDecoratorCall,
      (methodName) => ({ methodName, ...mapping }),
    );
}

interface Reading {
  readonly type: unknown;
  readonly given: NamedOptions;
  readonly options: readonly string[];
}

function read(
  decorator: string,
  { type, given, options }: Reading,
): { readonly option: NamedOption; readonly parameters: readonly (string | HandlerParameter)[] } {
  requireCalled(decorator, given[0]);
  if (typeof type !== "string") {
    throw new TypeError(
      `Cannot use @${decorator} as its first argument must be the name of a schema type: current value is ${
        describeValue(type)
      }`,
    );
  }
  const [first, ...rest] = given;
  const isOption = typeof first === "object" && first !== null && !isParameter(first) &&
    Object.keys(first).every((key) => options.includes(key));
  const parameters = isOption ? rest : given;
  const wrong = parameters.find((each) => typeof each !== "string" && !isParameter(each));
  if (wrong === undefined) {
    return { option: isOption ? first as NamedOption : {}, parameters: parameters as (string | HandlerParameter)[] };
  }
  throw new TypeError(
    `Cannot use @${decorator} as it must be given names of arguments and parameters such as param.principal(), after ` +
      `an object with ${options.join(" or ")}: current value is ${describeValue(wrong)}`,
  );
}

function isParameter(value: unknown): value is HandlerParameter {
  return typeof (value as Partial<HandlerParameter> | null | undefined)?.prepare === "function";
}
