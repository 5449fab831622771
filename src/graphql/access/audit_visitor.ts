import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from "../../../deps.ts";
import { type AuditEntry, type AuditLog, Authentication, principalName } from "../../context/mod.ts";
import {
  type DataFetcher,
  dataFetcherOf,
  type DataFetcherResult,
  type DataFetchingEnvironment,
  type GraphQLTypeVisitor,
  type InputTypeClasses,
  SecretInputs,
  withDataFetcher,
  wrappedFetcher,
} from "../wiring/mod.ts";

/** What an {@linkcode AuditVisitor} is made of. */
export interface AuditVisitorParts {
  readonly log: AuditLog;
  /** Classes that stand for input types: they tell which arguments are secret. */
  readonly inputClasses: InputTypeClasses;
}

type Field = GraphQLField<unknown, unknown>;

/** Records the mutations of a finished schema; behind the rules, so that what is refused is no mutation. */
export class AuditVisitor implements GraphQLTypeVisitor {
  readonly #parts: AuditVisitorParts;
  #secrets: SecretInputs | undefined;

  /** @param parts where records go */
  constructor(parts: AuditVisitorParts) {
    this.#parts = parts;
  }

  visitObject(type: GraphQLObjectType, { schema }: { readonly schema: GraphQLSchema }): void {
    if (type !== schema.getMutationType() || !this.#parts.log.actions.mutations) return;
    this.#secrets = SecretInputs.of(schema, this.#parts.inputClasses);
    for (const field of Object.values(type.getFields())) {
      const fetcher = dataFetcherOf(field);
      // A mutation without code does nothing.
      if (fetcher === undefined) continue;
      field.extensions = withDataFetcher(field.extensions, this.#audited(field, fetcher, `${type.name}.${field.name}`));
    }
  }

  #audited(field: Field, fetcher: DataFetcher, coordinates: string): DataFetcher {
    const { log } = this.#parts;
    const options = { inTransaction: log.actions.mutationsInTransaction, failureOf };
    const made = wrappedFetcher(fetcher, async (environment) => {
      const work = async () => await fetcher(environment);
      return await log.around(this.#entry(field, environment, coordinates), work, options);
    });
    // An engine that calls the batch itself would pass the record by; without it, it calls the fetcher.
    for (const name of ["batch", "wrapBatch"]) Reflect.deleteProperty(made, name);
    return made;
  }

  #entry(
    field: Field,
    { graphQlContext, info, arguments: args }: DataFetchingEnvironment,
    resource: string,
  ): AuditEntry {
    const redacted = this.#secrets === undefined ? args : this.#secrets.redactedArguments(field, args);
    return {
      type: "GRAPHQL_MUTATION",
      resource,
      principal: principalName(graphQlContext.get<Authentication>(Authentication)),
      data: {
        operation: info.operation.name?.value,
        path: String(info.path.key),
        ...(this.#parts.log.actions.arguments ? { arguments: redacted } : {}),
      },
    };
  }
}

/** Errors beside a value are those of a mutation that has failed, at least in part. */
function failureOf(result: unknown): string | undefined {
  const { errors } = Object(result) as Partial<DataFetcherResult>;
  return Array.isArray(errors) && errors.length > 0 ? "The result has errors" : undefined;
}
