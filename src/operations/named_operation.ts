import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type Token,
  TokenKind,
  typeFromAST,
  validate,
  valueFromASTUntyped,
} from "../../deps.ts";

/** A trusted document. */
export interface TrustedText {
  readonly id: string;
  readonly text: string;
}

/** A named query or mutation of a trusted document. */
export interface ParsedOperation {
  readonly name: string;
  readonly kind: "query" | "mutation";
  /** The description of the operation, or the comment before it. */
  readonly description: string | undefined;
  readonly node: OperationDefinitionNode;
  readonly document: DocumentNode;
  /** Text of the document. */
  readonly text: string;
}

/** A variable of an operation. */
export interface OperationVariable {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly isRequired: boolean;
  /** The default value as JSON, if any. */
  readonly defaultValue?: unknown;
  readonly description: string | undefined;
}

/**
 * Reads the named queries and mutations of documents. Anonymous operations and subscriptions are ignored.
 *
 * @param documents the trusted documents
 * @throws TypeError when a document can't be parsed, or two operations have the same name
 */
export function parseOperations(documents: readonly TrustedText[]): readonly ParsedOperation[] {
  const found = new Map<string, ParsedOperation>();
  for (const { id, text } of documents) {
    const document = parsed(id, text);
    for (const node of document.definitions) {
      if (node.kind !== Kind.OPERATION_DEFINITION || node.name === undefined) continue;
      if (node.operation === "subscription") continue;
      const operation = { name: node.name.value, kind: node.operation, node, document, text };
      const known = found.get(operation.name);
      if (known !== undefined && known.text !== text) {
        throw new TypeError(
          `Cannot publish operation "${operation.name}" of document "${id}" as another document has an operation of ` +
            "this name: names must differ",
        );
      }
      found.set(operation.name, { ...operation, description: descriptionOf(node) });
    }
  }
  return [...found.values()];
}

/**
 * Checks an operation against a schema.
 *
 * @param operation a parsed operation
 * @param schema of the service, or of a visibility profile
 * @returns the reason why it is invalid; `undefined` if it is valid
 */
export function invalidityOf({ document }: ParsedOperation, schema: GraphQLSchema): string | undefined {
  return validate(schema, document)[0]?.message;
}

/**
 * Reads the variables of an operation.
 *
 * @param operation a parsed operation
 * @param schema for which it is valid
 */
export function variablesOf({ node }: ParsedOperation, schema: GraphQLSchema): readonly OperationVariable[] {
  return (node.variableDefinitions ?? []).map(({ variable, type: typeNode, defaultValue, description }) => {
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    return {
      name: variable.name.value,
      type,
      isRequired: isNonNullType(type) && defaultValue === undefined,
      ...(defaultValue === undefined ? {} : { defaultValue: valueFromASTUntyped(defaultValue) }),
      description: description?.value,
    };
  });
}

function parsed(id: string, text: string): DocumentNode {
  try {
    return parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`Cannot publish the operations of document "${id}" as it must be readable: ${reason}`);
  }
}

/** @returns the description of an operation, else the comments directly before it */
function descriptionOf({ description, loc }: OperationDefinitionNode): string | undefined {
  if (description !== undefined) return description.value;
  const lines: string[] = [];
  let at: Token | null | undefined = loc?.startToken.prev;
  for (let line = loc?.startToken.line ?? 0; at?.kind === TokenKind.COMMENT && at.line === line - 1; at = at.prev) {
    lines.unshift(at.value.trim());
    line = at.line;
  }
  const text = lines.join(" ").trim();
  return text === "" ? undefined : text;
}
