import { type GraphQLError, GraphQLSchema, validateSchema } from "../../../../deps.ts";
import type { Logger } from "../../../kernel/mod.ts";

/**
 * Makes sure at start-up that a schema is valid, instead of failing with the first request.
 *
 * That a deprecated field implements one that is not is logged only: the rule is younger than many schemas, and other
 * servers don't know it.
 *
 * @param schema a schema of our own
 * @param logger gets what is let pass, at `WARN`
 * @returns a schema that graphql-js takes as it is
 * @throws TypeError with every objection and its place
 */
export function validSchema(schema: GraphQLSchema, logger: Logger | undefined): GraphQLSchema {
  const errors = validateSchema(schema);
  if (errors.length === 0) return schema;
  const grave = errors.filter((error) => !isYoungRule(error));
  if (grave.length > 0) {
    throw new TypeError(`Cannot use the schema as it must be valid: ${grave.map(textOf).join("; ")}`);
  }
  logger?.warn(`The schema has ${errors.length} deprecated field(s) that implement one that is not deprecated`, {
    first: textOf(errors[0]!),
  });
  return new GraphQLSchema({ ...schema.toConfig(), assumeValid: true });
}

function isYoungRule({ message }: GraphQLError): boolean {
  return /^Interface field \S+ is not deprecated, so implementation field \S+ must not be deprecated\.$/.test(message);
}

function textOf({ message, locations, nodes }: GraphQLError): string {
  const [place] = locations ?? [];
  const resource = nodes?.[0]?.loc?.source.name;
  return place ? `${resource}, line ${place.line}, column ${place.column}: ${message}` : message;
}
