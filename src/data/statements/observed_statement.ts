import type { StatementExecution, StatementTarget, StatementTransaction } from "../statement_observer.ts";
import type { SecretNames } from "./secret_names.ts";
import type { StatementFacts, StatementReader } from "./statement_facts.ts";

/** What statements of one database have in common. */
export interface StatementSource {
  readonly target: StatementTarget;
  readonly reader: StatementReader;
  readonly secrets: SecretNames;
}

/** The parts of a statement that differ from one to the next. */
export interface StatementParts {
  readonly kind: StatementExecution["kind"];
  readonly text: string;
  readonly parameters: readonly unknown[];
  readonly transaction: StatementTransaction | undefined;
}

/** A statement for observers. Its text is read only when one of them asks for what it tells. */
export class ObservedStatement implements StatementExecution {
  readonly kind: StatementExecution["kind"];
  readonly text: string;
  readonly parameters: readonly unknown[];
  readonly transaction: StatementTransaction | undefined;
  readonly #source: StatementSource;

  /**
   * @param source what statements of the database have in common
   * @param parts text, parameters, transaction
   */
  constructor(source: StatementSource, { kind, text, parameters, transaction }: StatementParts) {
    this.#source = source;
    this.kind = kind;
    this.text = text;
    this.parameters = parameters;
    this.transaction = transaction;
  }

  get target(): StatementTarget {
    return this.#source.target;
  }

  get safeText(): string {
    return this.#facts.safeText;
  }

  get summary(): string {
    return this.#facts.summary;
  }

  get operation(): string | undefined {
    return this.#facts.operation;
  }

  get table(): string | undefined {
    return this.#facts.table;
  }

  get isSecret(): boolean {
    return this.#source.secrets.isIn(this.#facts);
  }

  get #facts(): StatementFacts {
    return this.#source.reader.read(this.text);
  }
}
