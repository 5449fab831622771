import fc from "fast-check";
import { parse, validate } from "graphql";
import type { ErrorBehavior } from "@espalier/espalier";
import type { EngineCase } from "./engines.ts";
import { randomData } from "./random_data.ts";
import { randomDocument } from "./random_document.ts";
import { randomSchema } from "./random_schema.ts";
import type { Tape } from "./tape.ts";

/** What may become of positions that fail. */
export const onErrors: fc.Arbitrary<ErrorBehavior> = fc.constantFrom("PROPAGATE", "NULL", "HALT");

/**
 * Makes a whole case of a tape; `undefined` where the document is not valid.
 *
 * @param tape decides
 * @param mutations the share of mutations, in 256
 */
export function randomCase(tape: Tape, mutations?: number): EngineCase | undefined {
  const mood = {
    failures: tape.pick([12, 0, 40]),
    promises: tape.pick([60, 0, 140]),
    oddities: tape.pick([12, 0, 50]),
  };
  const schema = randomSchema(tape);
  const { query, variables } = randomDocument(tape, schema, mutations);
  if (validate(schema, parse(query)).some((error) => !/never used/.test(error.message))) return undefined;
  return { schema, query, variables, rootValue: randomData(tape, schema, mood) };
}
