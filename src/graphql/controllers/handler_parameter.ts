import type { AnyDescriptor, Class, MaybePromise } from "../../kernel/mod.ts";
import type { SpecialParameter } from "./typed/special_parameter.ts";
import type { BatchLoaderEnvironment, DataFetchingEnvironment, FieldArguments, RequestContext } from "../wiring/mod.ts";

/** The method that a parameter belongs to. */
export interface HandlerSite {
  /** Names the method in messages: `BookController#bookById[1 args]`. */
  readonly description: string;
  /** The name of the method. */
  readonly methodName: string;
  /** The parameter's position, from 0. */
  readonly index: number;
  /**
   * A bean of the application, for kinds of parameters that depend on one.
   *
   * @returns `undefined` when there is none, or no container
   */
  bean<T>(identifier: unknown): T | undefined;
  /** Maps the names of input fields and arguments to property names; absent if they are equal. */
  readonly propertyNameOf?: (name: string) => string;
}

/** Reads the value of a parameter from the environment of a field. */
export interface ParameterReader<T = unknown> {
  /** Reads from the environment. */
  readonly read: (environment: DataFetchingEnvironment) => MaybePromise<T>;
  /**
   * Reads from the source, the arguments and the request only, if that is enough. If all parameters of a method have
   * this function, no environment is created.
   */
  readonly direct?: (source: unknown, args: FieldArguments, request: RequestContext) => MaybePromise<T>;
  /** Reads in a batch method; absent if the kind is not supported there. */
  readonly batch?: (args: FieldArguments, environment: BatchLoaderEnvironment) => MaybePromise<T>;
}

/**
 * Describes one parameter of a controller method. Custom kinds are possible: a custom object works like those that
 * `param` creates.
 *
 * @typeParam T the type of the method's parameter
 * @typeParam Reads the arguments that the parameter reads for the method; `string` for any of them
 */
export interface HandlerParameter<T = unknown, Reads extends string = string> extends SpecialParameter<T, Reads> {
  /** The schema argument that the parameter expects, for inspection. */
  readonly expects?: { readonly name: string; readonly type: AnyDescriptor };
  /**
   * Whether the value may depend on any argument of the field, for inspection. If absent, it may, unless the kind names
   * the argument that it expects.
   */
  readonly readsAnyArgument?: boolean;
  /** The class of the source, if the parameter is the source: its name is the default type name. */
  readonly sourceType?: () => Class;
  /**
   * Creates the reader of the value, at start-up.
   *
   * @param site the method that the parameter belongs to
   */
  prepare(site: HandlerSite): ParameterReader<T>;
}

/** The tuple of a method's arguments for its described parameters. */
export type ParameterTypes<P extends readonly HandlerParameter[]> = {
  -readonly [I in keyof P]: P[I] extends HandlerParameter<infer T> ? T : never;
};
