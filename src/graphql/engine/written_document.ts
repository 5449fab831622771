import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLResolveInfo,
  type StringValueNode,
} from "../../../deps.ts";
import { lazyError } from "../wiring/mod.ts";

type VariableValues = GraphQLResolveInfo["variableValues"];

/**
 * The client's document, if its operation is executed by the plan of another document with the same tokens.
 *
 * The two differ in the name of the operation, in string literals of field arguments, and in locations. The plan has
 * the nodes of the planned document; this class replaces them by the client's nodes in `info`, in errors, and for
 * strategies that execute without a plan. The client's document is parsed when a node is first needed.
 */
export class WrittenDocument {
  readonly #parse: () => DocumentNode;
  readonly #planned: DocumentNode;
  readonly #textAt: (start: number) => string | undefined;
  #document: DocumentNode | undefined;
  #nodes: ReadonlyMap<ASTNode, ASTNode> | undefined;

  /**
   * @param planned the document from which the plan was created
   * @param parse parses the client's document, which has the same tokens except for the operation's name and some
   *   strings
   * @param textAt finds the string in place of the string at an offset of the planned document; `undefined` if both are
   *   equal
   */
  constructor(planned: DocumentNode, parse: () => DocumentNode, textAt: (start: number) => string | undefined) {
    this.#planned = planned;
    this.#parse = parse;
    this.#textAt = textAt;
  }

  /** The client's string in place of a string of the planned document. */
  textOf({ loc, value }: StringValueNode): string {
    return (loc && this.#textAt(loc.start)) ?? value;
  }

  /** The document. */
  get document(): DocumentNode {
    return this.#document ??= this.#parse();
  }

  /** Returns the node that corresponds to a node of the planned document; other nodes are returned unchanged. */
  nodeOf<N extends ASTNode>(node: N): N {
    this.#nodes ??= pairsOf(this.#planned, this.document);
    return (this.#nodes.get(node) ?? node) as N; // corresponding nodes have the same kind
  }

  /** Finds the nodes of a list. */
  nodesOf<N extends ASTNode>(nodes: readonly N[]): N[] {
    return nodes.map((node) => this.nodeOf(node));
  }

  /** Finds fragments, by their names. */
  fragmentsOf(fragments: GraphQLResolveInfo["fragments"]): Record<string, FragmentDefinitionNode> {
    const found: Record<string, FragmentDefinitionNode> = Object.create(null);
    for (const [name, fragment] of Object.entries(fragments)) found[name] = this.nodeOf(fragment);
    return found;
  }

  /** Locates an error in this document. */
  located(error: GraphQLError): GraphQLError {
    const { nodes, originalError } = error;
    const cause = originalError instanceof GraphQLError ? this.located(originalError) : originalError;
    const found = nodes?.map((node) => this.nodeOf(node));
    if (cause === originalError && found?.every((node, i) => node === nodes![i]) !== false) return error;
    // An error with its own location keeps it.
    const isAtNodes = error.source === undefined || error.source === nodes?.find(({ loc }) => loc)?.loc?.source;
    const { message, path, extensions, source, positions } = error;
    const place = isAtNodes ? {} : { source, positions };
    const moved = lazyError(message, { nodes: found, path, originalError: cause, extensions, ...place });
    for (const mark of Object.getOwnPropertySymbols(error)) Reflect.set(moved, mark, Reflect.get(error, mark));
    return moved;
  }

  /** Replaces the literals of defaults, which variables refer to. */
  valuesOf(values: VariableValues): VariableValues {
    const sources = Object.create(null);
    for (const [name, source] of Object.entries(values.sources)) {
      const { signature } = source;
      const literal = signature.default?.literal;
      sources[name] = literal === undefined
        ? source
        : { ...source, signature: { ...signature, default: { ...signature.default, literal: this.nodeOf(literal) } } };
    }
    return { ...values, sources };
  }
}

/** Pairs the nodes of two documents by their position in the tree. */
function pairsOf(one: DocumentNode, other: DocumentNode): ReadonlyMap<ASTNode, ASTNode> {
  const pairs = new Map<ASTNode, ASTNode>();
  const pending: [unknown, unknown][] = [[one, other]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair as [Record<string, unknown>, Record<string, unknown>];
    if ("kind" in left) pairs.set(left as unknown as ASTNode, right as unknown as ASTNode); // only nodes have one
    for (const key of Object.keys(left)) {
      const value = left[key];
      if (key !== "loc" && typeof value === "object" && value !== null) pending.push([value, right[key]]);
    }
  }
  return pairs;
}
