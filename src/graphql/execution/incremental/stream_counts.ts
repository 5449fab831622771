import {
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  visit,
} from "../../../../deps.ts";

/** Checks the variables of a request; errors refuse it. */
export type StreamCountCheck = (variables: Readonly<Record<string, unknown>>) => readonly GraphQLError[];

/**
 * Finds what has to be checked of `@stream`: graphql-js fails a field, as if the service were at fault, where
 * `initialCount` is negative.
 *
 * @param document a valid document
 * @param operation the operation, whose variables may have defaults
 * @returns `undefined` where nothing depends on the request and nothing is wrong
 */
export function planStreamCountCheck(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): StreamCountCheck | undefined {
  const streams: DirectiveNode[] = [];
  visit(document, {
    [Kind.DIRECTIVE]: (node: DirectiveNode | ConstDirectiveNode) => {
      if (node.name.value === "stream") streams.push(node);
    },
  });
  if (streams.length === 0) return undefined;
  const defaults = new Map(
    (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue?.kind === Kind.INT ? Number(defaultValue.value) : undefined,
    ]),
  );
  return (variables) =>
    streams.map((node) => ({ node, count: countOf(node, (name) => variables[name] ?? defaults.get(name)) }))
      .filter(({ count }) => typeof count === "number" && count < 0)
      .map(({ node, count }) => negativeCount(node, count));
}

function countOf(node: DirectiveNode, variable: (name: string) => unknown): unknown {
  const isOff = argumentOf(node, "if", variable) === false;
  return isOff ? undefined : argumentOf(node, "initialCount", variable);
}

function argumentOf(node: DirectiveNode, name: string, variable: (name: string) => unknown): unknown {
  const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return variable(value.name.value);
  if (value?.kind === Kind.INT) return Number(value.value);
  return value?.kind === Kind.BOOLEAN ? value.value : undefined;
}

function negativeCount(nodes: DirectiveNode, count: unknown): GraphQLError {
  return new GraphQLError(
    `Cannot execute the operation as initialCount of @stream must be an integer >= 0: current value is ${count}`,
    { nodes, extensions: { classification: "BAD_REQUEST" } },
  );
}
