import {
  getVariableValues,
  type GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
} from "../../../../../deps.ts";
import { maxCoercionErrors } from "../../max_coercion_errors.ts";
import type { WrittenDocument } from "../../written_document.ts";
import type { OperationSource } from "./operation_source.ts";
import { plainInput } from "./plain_scalar.ts";

/** graphql-js's form of coerced variables. */
export type VariableValues = GraphQLResolveInfo["variableValues"];

/** The coerced variables of one request. */
export class Variables {
  readonly coerced: Readonly<Record<string, unknown>>;
  /** The client's document, if it is not the planned one. */
  readonly written: WrittenDocument | undefined;
  #values: VariableValues | (() => VariableValues);
  #writtenValues: VariableValues | undefined;

  constructor(
    coerced: Readonly<Record<string, unknown>>,
    values: VariableValues | (() => VariableValues),
    written?: WrittenDocument,
  ) {
    this.coerced = coerced;
    this.written = written;
    this.#values = values;
  }

  /** Like {@linkcode values}, with the nodes of the client's document. */
  get writtenValues(): VariableValues {
    if (this.written === undefined) return this.values;
    return this.#writtenValues ??= this.written.valuesOf(this.values);
  }

  /** The variables in graphql-js's form; created on first use. */
  get values(): VariableValues {
    if (typeof this.#values === "function") this.#values = this.#values();
    return this.#values;
  }
}

/** Coerces the variables of a request, or returns the errors. */
export type VariableCoercion = (
  inputs: Readonly<Record<string, unknown>>,
  written?: WrittenDocument,
) => Variables | { readonly errors: readonly GraphQLError[] };

/**
 * Plans the coercion of an operation's variables. Values of built-in scalars that need no conversion are used
 * unchanged; graphql-js coerces all others, and reports every error.
 *
 * @param source the operation
 */
export function planVariables({ schema, operation, hideSuggestions }: OperationSource): VariableCoercion {
  const definitions = operation.variableDefinitions ?? [];
  const exactly = (inputs: Readonly<Record<string, unknown>>, maxErrors = 1) =>
    getVariableValues(schema, definitions, inputs, { maxErrors, hideSuggestions });
  const exact: VariableCoercion = (inputs, written) => {
    const found = exactly(inputs);
    if (found.errors === undefined) return new Variables(found.variableValues.coerced, found.variableValues, written);
    // Each message may quote the whole input.
    const maxErrors = maxCoercionErrors(inputs);
    return { errors: (maxErrors === 1 ? undefined : exactly(inputs, maxErrors).errors) ?? found.errors };
  };
  if (definitions.length === 0) {
    return (_inputs, written) => new Variables(nothing, () => exactly({}).variableValues!, written);
  }
  const checks = definitions.map((definition) => checkOf(schema, definition));
  return (inputs, written) => {
    const coerced = takePlain(checks, inputs);
    if (coerced === undefined) return exact(inputs, written);
    return new Variables(coerced, () => exactly(inputs).variableValues!, written);
  };
}

const nothing: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

interface VariableCheck {
  readonly name: string;
  /** Whether a value needs no coercion; absent if only graphql-js can decide. */
  readonly isPlain: ((value: unknown) => boolean) | undefined;
  /** Whether the variable may be omitted and has no default. */
  readonly isOptional: boolean;
}

function takePlain(
  checks: readonly VariableCheck[],
  inputs: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const coerced: Record<string, unknown> = Object.create(null);
  for (const { name, isPlain, isOptional } of checks) {
    const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (value === undefined) {
      if (!isOptional) return undefined;
    } else if (isPlain !== undefined && isPlain(value)) {
      coerced[name] = value;
    } else {
      return undefined;
    }
  }
  return coerced;
}

function checkOf(schema: GraphQLSchema, definition: VariableDefinitionNode): VariableCheck {
  const type = typeFromAST(schema, definition.type);
  const named = isNonNullType(type) ? type.ofType : type;
  return {
    name: definition.variable.name.value,
    isPlain: plainInput(named)?.accepts,
    // Documents that were not validated may have other types, for which graphql-js reports an error.
    isOptional: definition.defaultValue === undefined && !isNonNullType(type) && isInputType(type),
  };
}
