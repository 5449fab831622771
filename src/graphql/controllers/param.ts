import { argumentParameter, argumentsParameter, argumentValueParameter } from "./parameters/argument_parameter.ts";
import { contextParameter, localContextParameter } from "./parameters/context_parameter.ts";
import {
  batchEnvironmentParameter,
  environmentParameter,
  graphQlContextParameter,
  localeParameter,
  selectionSetParameter,
  signalParameter,
} from "./parameters/environment_parameter.ts";
import { errorBuilderParameter } from "./parameters/error_builder_parameter.ts";
import { principalParameter } from "./parameters/principal_parameter.ts";
import { dataLoaderParameter } from "./parameters/data_loader_parameter.ts";
import { scrollSubrangeParameter, sortParameter, subrangeParameter } from "./parameters/pagination_parameter.ts";
import { sourceParameter } from "./parameters/source_parameter.ts";

/** The kinds of parameters that {@linkcode param} offers. */
export interface ParameterFactory {
  /** One argument of the field, by name and type. */
  readonly argument: typeof argumentParameter;
  /** One argument that distinguishes between omitted and `null`. */
  readonly argumentValue: typeof argumentValueParameter;
  /** All arguments of the field, as a map or as one type. */
  readonly arguments: typeof argumentsParameter;
  /** The object around the field. */
  readonly source: typeof sourceParameter;
  /** A value of the request's context. */
  readonly context: typeof contextParameter;
  /** A value of the local context that a fetcher of an enclosing field set. */
  readonly localContext: typeof localContextParameter;
  /** The environment of the field. */
  readonly environment: typeof environmentParameter;
  /** Builds errors that are located at the field. */
  readonly errorBuilder: typeof errorBuilderParameter;
  /** The authenticated principal of the request. */
  readonly principal: typeof principalParameter;
  /** The request's context as a whole. */
  readonly graphQlContext: typeof graphQlContextParameter;
  /** The fields that the client selects below the field. */
  readonly selectionSet: typeof selectionSetParameter;
  /** The language that the client prefers. */
  readonly locale: typeof localeParameter;
  /** Fires when the client disconnects or the request times out. */
  readonly signal: typeof signalParameter;
  /** The environment of a batch method. */
  readonly batchEnvironment: typeof batchEnvironmentParameter;
  /** One of the request's data loaders, by class or name. */
  readonly dataLoader: typeof dataLoaderParameter;
  /** The requested part of a list, from `first`, `after`, `last` and `before`. */
  readonly scrollSubrange: typeof scrollSubrangeParameter;
  /** The requested part of a list, with custom cursors. */
  readonly subrange: typeof subrangeParameter;
  /** The requested sort of the result. */
  readonly sort: typeof sortParameter;
}

/**
 * Describes the parameters of controller methods, in their order.
 *
 * @example
 * ```ts
 * import { param, QueryMapping, t } from "@espalier/espalier";
 *
 * class SumController {
 *   @QueryMapping({ params: [param.argument("a", t.int), param.argument("b", t.int)], returns: t.int })
 *   sum(a: number, b: number): number {
 *     return a + b;
 *   }
 * }
 * console.log(new SumController().sum(1, 2)); // 3
 * ```
 */
export const param: ParameterFactory = {
  argument: argumentParameter,
  argumentValue: argumentValueParameter,
  arguments: argumentsParameter,
  source: sourceParameter,
  context: contextParameter,
  localContext: localContextParameter,
  environment: environmentParameter,
  errorBuilder: errorBuilderParameter,
  principal: principalParameter,
  graphQlContext: graphQlContextParameter,
  selectionSet: selectionSetParameter,
  locale: localeParameter,
  signal: signalParameter,
  batchEnvironment: batchEnvironmentParameter,
  dataLoader: dataLoaderParameter,
  scrollSubrange: scrollSubrangeParameter,
  subrange: subrangeParameter,
  sort: sortParameter,
};
