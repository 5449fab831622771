import {
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  getNamedType,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  parse,
  typeFromAST,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from "../../../deps.ts";
import { type AnyDescriptor, type Class, descriptionOf, isSecret, redacted } from "../../kernel/mod.ts";
import type { SelfDescribingDataFetcher } from "./data_fetcher.ts";
import { dataFetcherOf } from "./fetcher_attachment.ts";

const attachment: unique symbol = Symbol.for("espalier.secretInputs");

/** The token limit for recorded documents: the parser's default limit. */
const maxTokens = 15_000;

/** The classes of input types, by the names of the types. */
export type InputTypeClasses = Readonly<Record<string, () => Class>>;

/**
 * The arguments and input fields of a schema whose values must not be logged or traced: those with `@secret`, and those
 * that a method or an input class declares with `t.secret(…)`.
 */
export class SecretInputs {
  readonly #secret = new Set<GraphQLArgument | GraphQLInputField>();
  readonly #schema: GraphQLSchema;
  readonly #nodes = new WeakMap<DocumentNode, ReadonlySet<ASTNode>>();

  private constructor(schema: GraphQLSchema, classes: InputTypeClasses) {
    this.#schema = schema;
    for (const type of Object.values(schema.getTypeMap())) {
      if (isInputObjectType(type)) {
        for (const field of Object.values(type.getFields())) if (isMarked(field)) this.#secret.add(field);
        if (Object.hasOwn(classes, type.name)) this.#addClass(type, classes[type.name]!(), new Set());
      } else if ("getFields" in type) {
        for (const field of Object.values(type.getFields())) this.#addArguments(field);
      }
    }
  }

  /**
   * Finds the secret inputs of a schema.
   *
   * @param schema the schema, with its data fetchers
   * @param classes the classes of input types
   * @returns `undefined` if there are none
   */
  static of(schema: GraphQLSchema, classes: InputTypeClasses = {}): SecretInputs | undefined {
    const found = new SecretInputs(schema, classes);
    if (found.#secret.size === 0) return undefined;
    schema.extensions = { ...schema.extensions, [attachment]: found };
    return found;
  }

  /**
   * Returns the result of {@linkcode SecretInputs.of} for a schema.
   *
   * @param schema an executable schema
   */
  static in(schema: GraphQLSchema): SecretInputs | undefined {
    return schema.extensions[attachment] as SecretInputs | undefined;
  }

  /**
   * Whether a document has secret values, or values with secret parts.
   *
   * @param document a valid document
   */
  areIn(document: DocumentNode): boolean {
    return this.#nodesOf(document).size > 0;
  }

  /**
   * Replaces the secret values of a document.
   *
   * @param text the document
   * @returns `undefined` if the document can't be parsed, so that its secrets can't be found
   */
  redactedText(text: string): string | undefined {
    let document: DocumentNode;
    try {
      document = parse(text, { maxLexicalTokens: maxTokens });
    } catch {
      return undefined;
    }
    const places: { readonly start: number; readonly end: number }[] = [];
    const secret = this.#nodesOf(document);
    visit(document, {
      enter: (node) => {
        const isLiteral = node.kind.endsWith("Value") && "value" in node;
        if (isLiteral && secret.has(node) && node.loc !== undefined) places.push(node.loc);
      },
    });
    let shown = "";
    let at = 0;
    for (const { start, end } of places) {
      shown += `${text.slice(at, start)}"${redacted}"`;
      at = end;
    }
    return shown + text.slice(at);
  }

  /**
   * Copies the arguments of a field; secret values are replaced.
   *
   * @param field the field
   * @param args after coercion
   */
  redactedArguments({ args: declared }: GraphQLField<unknown, unknown>, args: object): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(args).map(([name, value]) => {
        const argument = declared.find((each) => each.name === name);
        return [name, argument === undefined ? redacted : this.#redactedValue(argument, value)];
      }),
    );
  }

  /**
   * Replaces errors that quote secret values of literals or variables; these errors are reported before execution.
   *
   * @param errors as graphql-js reports them
   * @param document the document
   */
  withoutValues(errors: readonly GraphQLError[], document: DocumentNode): readonly GraphQLError[] {
    const nodes = this.#nodesOf(document);
    if (nodes.size === 0) return errors;
    return errors.map((error) => {
      if (error.nodes?.some((node) => nodes.has(node)) !== true) return error;
      const message = `Cannot use a value as it must be of its type: current value is ${redacted}`;
      return new GraphQLError(message, { nodes: error.nodes, extensions: error.extensions });
    });
  }

  /**
   * Replaces errors that quote the values of variables, which are reported before anything is executed.
   *
   * @param result of an operation
   * @param document the document
   */
  redactedResult<R extends { readonly data?: unknown; readonly errors?: readonly GraphQLError[] }>(
    result: R,
    document: DocumentNode,
  ): R {
    if (result.errors === undefined || result.data !== undefined) return result;
    return { ...result, errors: this.withoutValues(result.errors, document) };
  }

  #redactedValue(input: GraphQLArgument | GraphQLInputField, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    return this.#secret.has(input) ? redacted : this.#redactedWithin(input.type, value);
  }

  #redactedWithin(type: GraphQLInputType, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    if (isNonNullType(type)) return this.#redactedWithin(type.ofType, value);
    if (isListType(type)) {
      return Array.isArray(value)
        ? value.map((item) => this.#redactedWithin(type.ofType, item))
        : this.#redactedWithin(type.ofType, value);
    }
    if (!isInputObjectType(type) || typeof value !== "object") return value;
    const fields = type.getFields();
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const field = fields[name];
        return [name, field === undefined ? redacted : this.#redactedValue(field, inner)];
      }),
    );
  }

  #addArguments(field: GraphQLField<unknown, unknown>): void {
    const { expectedArguments } = (dataFetcherOf(field) ?? {}) as Partial<SelfDescribingDataFetcher>;
    for (const argument of field.args) {
      const described = expectedArguments?.get(argument.name);
      if (isMarked(argument) || described !== undefined && isSecret(described)) this.#secret.add(argument);
      if (described !== undefined) this.#addDescribed(argument.type, described, new Set());
    }
  }

  #addDescribed(type: GraphQLInputType, descriptor: AnyDescriptor, seen: Set<string>): void {
    switch (descriptor.kind) {
      case "nullable":
        return this.#addDescribed(type, descriptor.inner, seen);
      case "list":
      case "container":
        return this.#addDescribed(type, descriptor.element, seen);
      case "object":
        return this.#addClass(getNamedType(type) as GraphQLInputType, descriptor.type(), seen);
    }
  }

  #addClass(type: GraphQLInputType, described: Class, seen: Set<string>): void {
    const description = descriptionOf(described);
    const key = `${String(type)} ${described.name}`;
    if (description === undefined || !isInputObjectType(type) || seen.has(key)) return;
    seen.add(key);
    const secrets: readonly string[] = description.entity.secrets ?? [];
    for (const [name, descriptor] of description.properties) {
      const field = type.getFields()[name];
      if (field === undefined) continue;
      if (secrets.includes(name)) this.#secret.add(field);
      this.#addDescribed(field.type, descriptor, seen);
    }
  }

  #holdsSecret(type: GraphQLInputType, seen: Set<string> = new Set()): boolean {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || seen.has(named.name)) return false;
    seen.add(named.name);
    return Object.values(named.getFields()).some((field) =>
      this.#secret.has(field) || this.#holdsSecret(field.type, seen)
    );
  }

  /** The nodes and variables of a document with secret values, to which errors may refer. */
  #nodesOf(document: DocumentNode): ReadonlySet<ASTNode> {
    const known = this.#nodes.get(document);
    if (known !== undefined) return known;
    const nodes = new Set<ASTNode>();
    const variables = new Set<string>();
    const info = new TypeInfo(this.#schema);
    const enter = (node: ArgumentNode | ObjectFieldNode) => {
      const input = node.kind === Kind.ARGUMENT ? info.getArgument() : fieldOf(info, node);
      if (input === undefined || input === null) return;
      if (nodes.has(node.value)) return;
      if (this.#secret.has(input)) addAll(node.value, nodes, variables);
      else if (node.value.kind !== Kind.OBJECT && this.#holdsSecret(input.type)) nodes.add(node.value);
    };
    visit(document, visitWithTypeInfo(info, { Argument: enter, ObjectField: enter }));
    visit(document, {
      VariableDefinition: (node) => {
        const type = typeFromAST(this.#schema, node.type) as GraphQLInputType | undefined;
        const isTold = !variables.has(node.variable.name.value) && (type === undefined || !this.#holdsSecret(type));
        if (!isTold) { for (const each of [node, node.variable]) nodes.add(each); }
      },
    });
    this.#nodes.set(document, nodes);
    return nodes;
  }
}

function fieldOf(info: TypeInfo, { name }: ObjectFieldNode): GraphQLInputField | undefined {
  const parent = getNamedType(info.getParentInputType());
  return isInputObjectType(parent) ? parent.getFields()[name.value] : undefined;
}

function addAll(value: ValueNode, nodes: Set<ASTNode>, variables: Set<string>): void {
  visit(value, {
    enter: (node) => {
      nodes.add(node);
      if (node.kind === Kind.VARIABLE) variables.add(node.name.value);
    },
  });
}

function isMarked({ astNode }: GraphQLArgument | GraphQLInputField): boolean {
  return astNode?.directives?.some(({ name }) => name.value === "secret") ?? false;
}

/**
 * Replaces the values in a document that the schema declares as secret, for logs and traces.
 *
 * @param schema an executable schema
 * @param text the document
 * @returns the text with `"[redacted]"` in place of secrets; `undefined` if there are secrets and the document can't be
 *   parsed
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { GraphQlSource } from "@espalier/espalier/graphql";
 * import { documentWithoutSecrets } from "./secret_inputs.ts";
 *
 * const schema = "type Query { login(password: String @secret): Boolean }";
 * await using app = await createApp(createContainer(graphql({ schema: [Resource.text("login", schema)] })));
 * const { schema: built } = app.container.get(GraphQlSource);
 * console.log(documentWithoutSecrets(built, '{ login(password: "hunter2") }')); // { login(password: "[redacted]") }
 * ```
 */
export function documentWithoutSecrets(schema: GraphQLSchema, text: string): string | undefined {
  const secrets = SecretInputs.in(schema);
  return secrets === undefined ? text : secrets.redactedText(text);
}

/**
 * Whether a document has values that the schema declares as secret, or values with secret parts.
 *
 * @param schema an executable schema
 * @param document a document that is valid against the schema
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { GraphQlSource } from "@espalier/espalier/graphql";
 * import { documentHasSecrets } from "./secret_inputs.ts";
 * import { parse } from "graphql";
 *
 * const schema = "type Query { login(password: String @secret): Boolean }";
 * await using app = await createApp(createContainer(graphql({ schema: [Resource.text("login", schema)] })));
 * const { schema: built } = app.container.get(GraphQlSource);
 * console.log(documentHasSecrets(built, parse('{ login(password: "hunter2") }'))); // true
 * ```
 */
export function documentHasSecrets(schema: GraphQLSchema, document: DocumentNode): boolean {
  return SecretInputs.in(schema)?.areIn(document) ?? false;
}
