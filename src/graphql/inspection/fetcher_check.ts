import { type GraphQLField, isNonNullType } from "../../../deps.ts";
import type { SelfDescribingDataFetcher } from "../wiring/mod.ts";
import type { CodeModel } from "./code_model.ts";
import { type CodeType, nameOf } from "./code_type.ts";
import type { ArgumentNullnessError, CodeSite, FieldCoordinates, UnmappedArgument } from "./schema_report.ts";

/** Findings about the arguments of data fetchers. */
export interface FetcherCheck {
  readonly unmappedArguments: UnmappedArgument[];
  readonly argumentNullnessErrors: ArgumentNullnessError[];
}

/** A data fetcher and its field. */
export interface FetcherOfField {
  readonly coordinates: FieldCoordinates;
  readonly field: GraphQLField<unknown, unknown>;
  readonly fetcher: SelfDescribingDataFetcher;
  readonly model: CodeModel;
}

/**
 * Compares the arguments that a data fetcher expects with those that the field has.
 *
 * @param checked the fetcher and its field
 * @param into receives the findings
 */
export function checkArguments({ coordinates, field, fetcher, model }: FetcherOfField, into: FetcherCheck): void {
  const site = siteOf(fetcher, model);
  for (const [argument, descriptor] of fetcher.expectedArguments) {
    const declared = field.args.find(({ name }) => name === argument);
    const expected = model.ofDescriptor(descriptor);
    if (!declared) into.unmappedArguments.push({ ...coordinates, argument, site });
    else if (!isNonNullType(declared.type) && expected.kind !== "nullable" && expected.kind !== "unknown") {
      into.argumentNullnessErrors.push({ ...coordinates, argument, type: nameOf(expected), site });
    }
  }
}

/** The return type of a data fetcher: from its description, otherwise from the facts that the facts task stored. */
export function returnTypeOf(fetcher: SelfDescribingDataFetcher, model: CodeModel): CodeType {
  const { method, returnType, isReturnTypeOfSchema, usesDataLoader } = fetcher;
  const said = model.ofDescriptor(returnType);
  // A batch method returns many values, and a described method has a declared type.
  if (!method || returnType && (!isReturnTypeOfSchema || usesDataLoader)) return said;
  const stored = model.returnTypeOf(method.owner, method.name);
  return stored.kind === "unknown" ? said : stored;
}

/** Names the code of a data fetcher. */
export function siteOf(fetcher: SelfDescribingDataFetcher, model: CodeModel): CodeSite {
  const location = fetcher.method && model.locationOf(fetcher.method.owner.name, fetcher.method.name);
  return { description: fetcher.description, ...(location && { location }) };
}
