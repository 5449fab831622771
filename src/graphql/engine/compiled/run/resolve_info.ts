import type { GraphQLResolveInfo } from "../../../../../deps.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import type { Position } from "./position.ts";
import { ignoreFailure } from "../../late_values.ts";

type Path = GraphQLResolveInfo["path"];

/**
 * graphql-js's description of a field, equal field for field. Lists and tables in it are this request's own: what a
 * service keeps by them, or changes in them, must not reach other requests.
 *
 * @param x the execution
 * @param field the field
 * @param prev the object that the field belongs to
 */
export function resolveInfoOf(x: Execution, field: FieldPlan, prev: Position): GraphQLResolveInfo {
  const { schema, operation } = field.operation.source;
  const { written } = x.variables;
  return {
    fieldName: field.definition.name,
    fieldNodes: written?.nodesOf(field.nodes) ?? field.nodes.slice(),
    returnType: field.definition.type,
    parentType: field.parentType,
    path: { prev: pathOf(prev), key: field.key, typename: field.parentType.name },
    schema,
    fragments: x.fragments,
    rootValue: x.rootValue,
    operation: written?.nodeOf(operation) ?? operation,
    variableValues: x.variables.writtenValues,
    getAbortSignal: () => x.abortSignal,
    getAsyncHelpers: () => asyncHelpers,
  };
}

/** A place in the form that graphql-js describes it; `undefined` for the root. */
export function pathOf(position: Position): Path | undefined {
  if (position.prev === null || position.value === null) return undefined;
  const typename = typeof position.key === "number" ? undefined : position.value.field.parentType.name;
  return { prev: pathOf(position.prev), key: position.key, typename };
}

/** Promises that nobody waits for any more must not end the process when they fail. */
const asyncHelpers: ReturnType<GraphQLResolveInfo["getAsyncHelpers"]> = {
  promiseAll: (values) => {
    const all = Promise.all(values);
    all.catch(() => asyncHelpers.track(values));
    return all;
  },
  track: (values) => {
    for (const value of values) ignoreFailure(value);
  },
};
