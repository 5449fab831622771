import type { DocumentNode, GraphQLSchema } from "../../../deps.ts";
import type { SchemaUsage } from "../inspection/mod.ts";
import { type DocumentFacts, documentFacts } from "./document_facts.ts";

/** One execution of an operation. */
export interface ExecutedOperation {
  readonly document: DocumentNode;
  readonly schema: GraphQLSchema;
  /** Name of the operation; `undefined` where it has none. */
  readonly operation: string | undefined;
  /** The client's name. */
  readonly client: string;
  readonly durationMs: number;
  readonly hasErrors: boolean;
}

/** How a document was used. */
interface DocumentUse {
  readonly facts: DocumentFacts;
  readonly operation: string | undefined;
  readonly clients: Map<string, number>;
  count: number;
  errors: number;
  totalMs: number;
  maxMs: number;
  lastUsed: number;
}

/** Uses of one field by clients. */
type FieldUses = Map<string, Map<string, number>>;

/**
 * Counts how clients use a schema: documents with their times and errors, fields with the clients that select them.
 */
export class UsageReport implements SchemaUsage {
  readonly #maxDocuments: number;
  readonly #since = Date.now();
  /** By operation and text; the one that was not used for the longest time comes first. */
  readonly #documents = new Map<string, DocumentUse>();
  readonly #known = new WeakMap<DocumentNode, DocumentFacts>();
  /** Uses of fields by documents that are no longer kept. */
  readonly #earlier: FieldUses = new Map();
  #schema: GraphQLSchema | undefined;
  #forgotten = 0;

  /**
   * Creates an empty report.
   *
   * @param maxDocuments maximum number of documents that are told apart, at least 1
   */
  constructor(maxDocuments: number) {
    this.#maxDocuments = maxDocuments;
  }

  /** Counts an execution. */
  add(executed: ExecutedOperation): void {
    const { document, schema, operation, client, durationMs, hasErrors } = executed;
    this.#schema = schema;
    let facts = this.#known.get(document);
    if (facts === undefined) this.#known.set(document, facts = documentFacts(document, schema));
    const use = this.#useOf(facts, operation);
    use.count++;
    use.totalMs += durationMs;
    use.maxMs = Math.max(use.maxMs, durationMs);
    use.lastUsed = Date.now();
    if (hasErrors) use.errors++;
    use.clients.set(client, (use.clients.get(client) ?? 0) + 1);
  }

  #useOf(facts: DocumentFacts, operation: string | undefined): DocumentUse {
    const key = `${operation ?? ""}\n${facts.text}`;
    let use = this.#documents.get(key);
    if (use === undefined) {
      if (this.#documents.size >= this.#maxDocuments) this.#forgetOldest();
      use = { facts, operation, clients: new Map(), count: 0, errors: 0, totalMs: 0, maxMs: 0, lastUsed: 0 };
    } else this.#documents.delete(key);
    this.#documents.set(key, use);
    return use;
  }

  /** What fields were used for stays counted. */
  #forgetOldest(): void {
    const [key, use] = this.#documents.entries().next().value!;
    this.#documents.delete(key);
    this.#forgotten += use.count;
    addUses(this.#earlier, use);
  }

  /** The report as JSON: documents by their counts, fields by their coordinates. */
  toJSON(): object {
    const uses = [...this.#documents.values()].sort((one, other) => other.count - one.count);
    const fields: FieldUses = new Map([...this.#earlier].map(([name, clients]) => [name, new Map(clients)]));
    for (const use of uses) addUses(fields, use);
    const shown = [...fields].sort(([one], [other]) => one < other ? -1 : 1)
      .map(([coordinate, clients]) => this.#field(coordinate, clients));
    return {
      since: new Date(this.#since),
      documents: uses.map(shownDocument),
      // Executions of documents that were displaced by others.
      otherExecutions: this.#forgotten,
      fields: shown,
      deprecated: shown.filter((field) => "deprecationReason" in field),
    };
  }

  #field(coordinate: string, clients: ReadonlyMap<string, number>): object {
    const reason = this.#schema && deprecationOf(coordinate, this.#schema);
    return {
      coordinate,
      ...(reason === undefined ? {} : { deprecationReason: reason }),
      count: [...clients.values()].reduce((sum, count) => sum + count, 0),
      clients: Object.fromEntries(clients),
    };
  }
}

function addUses(fields: FieldUses, { facts, clients }: DocumentUse): void {
  for (const coordinate of facts.coordinates) {
    let counts = fields.get(coordinate);
    if (counts === undefined) fields.set(coordinate, counts = new Map());
    for (const [client, count] of clients) counts.set(client, (counts.get(client) ?? 0) + count);
  }
}

function shownDocument({ facts, operation, count, errors, totalMs, maxMs, lastUsed, clients }: DocumentUse): object {
  return {
    operationName: operation ?? null,
    document: facts.text,
    count,
    errors,
    meanMs: rounded(totalMs / count),
    maxMs: rounded(maxMs),
    lastUsed: new Date(lastUsed),
    clients: Object.fromEntries(clients),
  };
}

/** Why a field, an argument or an enum value is deprecated; `undefined` where it is not. */
function deprecationOf(coordinate: string, schema: GraphQLSchema): string | undefined {
  const [, typeName = "", member = "", argument] = /^(\w+)\.(\w+)(?:\((\w+):\))?$/.exec(coordinate) ?? [];
  const type = schema.getType(typeName);
  if (type === undefined) return undefined;
  if ("getValue" in type) return type.getValue(member)?.deprecationReason ?? undefined;
  if (!("getFields" in type)) return undefined;
  const field = type.getFields()[member];
  if (field === undefined || argument === undefined) return field?.deprecationReason ?? undefined;
  const found = "args" in field ? field.args.find(({ name }) => name === argument) : undefined;
  return found?.deprecationReason ?? undefined;
}

function rounded(milliseconds: number): number {
  return Number(milliseconds.toFixed(3));
}
