import {
  type AnyDescriptor,
  checkOptions,
  describeValue,
  type OptionNames,
  requireCalled,
  requireClassThunk,
  requireDescriptor,
} from "../../../kernel/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/** The options that all mapping decorators accept. */
interface AnyMappingOptions {
  readonly typeName?: string;
  readonly field?: string;
  readonly params?: readonly HandlerParameter[];
  readonly returns?: AnyDescriptor;
  readonly source?: unknown;
  readonly maxBatchSize?: number;
}

const ofEach: OptionNames<Pick<AnyMappingOptions, "field" | "params" | "returns" | "typeName">> = {
  field: true,
  params: true,
  returns: true,
  typeName: true,
};

/**
 * Rejects invalid options of a mapping, for callers without type checking.
 *
 * @param decorator the decorator's name
 * @param options what it was given
 * @throws TypeError saying what is needed
 */
export function checkMapping(decorator: string, options: object | undefined): void {
  requireCalled(decorator, options);
  if (options === undefined) return;
  checkOptions(`@${decorator}`, options, ofEach);
  checkParts(decorator, options);
}

/**
 * Like {@linkcode checkMapping}, for `@BatchMapping`.
 *
 * @param options what it was given
 * @throws TypeError saying what is needed
 * @throws RangeError when the largest batch has no room for a source
 */
export function checkBatchMapping(options: AnyMappingOptions): void {
  requireCalled("BatchMapping", options);
  checkOptions("@BatchMapping", options, { ...ofEach, source: true, maxBatchSize: true });
  if (options.source !== undefined) requireClassThunk('Cannot use option "source" of @BatchMapping', options.source);
  checkBatchSize(options.maxBatchSize);
  checkParts("BatchMapping", options);
}

/**
 * Rejects an invalid maximum batch size.
 *
 * @param size the option "maxBatchSize"
 * @throws RangeError when it is no positive integer
 */
export function checkBatchSize(size: number | undefined): void {
  if (size === undefined || Number.isInteger(size) && size >= 1) return;
  throw new RangeError(
    `Cannot use option "maxBatchSize" of @BatchMapping as it must be an integer >= 1, or absent where there is no limit: ` +
      `current value is ${describeValue(size)}`,
  );
}

function checkParts(decorator: string, { params, returns }: AnyMappingOptions): void {
  if (returns !== undefined) requireDescriptor(`Cannot use option "returns" of @${decorator}`, returns);
  if (params === undefined || Array.isArray(params) && params.every(isParameter)) return;
  const wrong = Array.isArray(params) ? params.find((param) => !isParameter(param)) : params;
  throw new TypeError(
    `Cannot use option "params" of @${decorator} as it must be a list of parameters, such as ` +
      `[param.argument("id", t.id)]: current value is ${Array.isArray(params) ? "a list with " : ""}${
        describeValue(wrong)
      }`,
  );
}

function isParameter(value: unknown): boolean {
  return typeof (value as Partial<HandlerParameter> | undefined)?.prepare === "function";
}
