import type { ServiceIdentifier } from "../../../../deps.ts";
import { type Class, type MaybePromise, token } from "../../../kernel/mod.ts";
import type { BatchLoaderEnvironment } from "../../wiring/mod.ts";
import type { DataLoaderOptions } from "./data_loader_options.ts";
import type { DataLoaderRegistrar } from "./data_loader_registrar.ts";

/** Finishes a registration. */
export interface BatchLoaderRegistrationSpec<K, V> {
  /** Names the loader; by default the class name of the value type. */
  withName(name: string): BatchLoaderRegistrationSpec<K, V>;
  /** Sets options on top of the registry's defaults. */
  withOptions(options: DataLoaderOptions): BatchLoaderRegistrationSpec<K, V>;
  /** Registers a function that gives the values in the order of the keys. */
  registerBatchLoader(
    load: (keys: readonly K[], environment: BatchLoaderEnvironment) => MaybePromise<readonly (V | null | Error)[]>,
  ): void;
  /** Registers a function that gives a map from key to value; a missing key means `null`. */
  registerMappedBatchLoader(
    load: (keys: ReadonlySet<K>, environment: BatchLoaderEnvironment) => MaybePromise<ReadonlyMap<K, V>>,
  ): void;
}

/** A class that stands for a key type: `String` and `Number` stand for the primitives. */
export type KeyClass = Class | StringConstructor | NumberConstructor | BigIntConstructor;

/** The type of the keys that a {@linkcode KeyClass} stands for. */
export type KeyOf<C> = C extends StringConstructor ? string
  : C extends NumberConstructor ? number
  : C extends BigIntConstructor ? bigint
  : C extends Class<infer T> ? T
  : never;

/** The central registry of batch loading functions. */
export interface BatchLoaderRegistry extends DataLoaderRegistrar {
  /**
   * Begins a registration whose name is the class name of the value type.
   *
   * @param keyType the type of the keys
   * @param valueType the class of the values
   */
  forTypePair<C extends KeyClass, V>(keyType: C, valueType: Class<V>): BatchLoaderRegistrationSpec<KeyOf<C>, V>;
  /**
   * Begins a registration under a name.
   *
   * @param name the loader's name
   */
  forName<K = unknown, V = unknown>(name: string): BatchLoaderRegistrationSpec<K, V>;
}

/** Identifier of the {@linkcode BatchLoaderRegistry} bean. */
export const BatchLoaderRegistry: ServiceIdentifier<BatchLoaderRegistry> = token<BatchLoaderRegistry>(
  "BatchLoaderRegistry",
);
