import type { GraphQLResolveInfo } from "../../../../../deps.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import type { Position } from "./position.ts";
import { ignoreFailure } from "../../late_values.ts";

type Path = GraphQLResolveInfo["path"];

/**
 * Creates graphql-js's `info` of a field, with equal members. Its lists and maps belong to this request: if a service
 * changes them or uses them as cache keys, other requests are not affected.
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

/** A position as graphql-js's `Path`; `undefined` for the root. */
export function pathOf(position: Position): Path | undefined {
  if (position.prev === null || position.value === null) return undefined;
  const typename = typeof position.key === "number" ? undefined : position.value.field.parentType.name;
  return { prev: pathOf(position.prev), key: position.key, typename };
}

/** Handles rejections of promises that are no longer awaited, which would end the process. */
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
