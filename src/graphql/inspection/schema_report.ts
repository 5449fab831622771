import type { GraphQLSchema } from "../../../deps.ts";
import type { DataFetcher } from "../wiring/mod.ts";
import type { SourceLocation } from "./code_type.ts";

/** A field of a schema type. */
export interface FieldCoordinates {
  readonly typeName: string;
  readonly fieldName: string;
}

/** The code that a finding is about. */
export interface CodeSite {
  /** For example `BookController#bookById[1 args]`. */
  readonly description: string;
  /** Where it stands, if the facts task has stored it. */
  readonly location?: SourceLocation;
}

/** A schema field without data fetcher and without a property in the class behind its type. */
export interface UnmappedField extends FieldCoordinates {
  /** The class that lacks the property; absent for root types. */
  readonly className?: string;
}

/** A data fetcher that is registered for a field that the schema does not have. */
export interface UnmappedRegistration extends FieldCoordinates {
  readonly site: CodeSite;
}

/** An argument that a data fetcher expects and the schema field does not have. */
export interface UnmappedArgument extends FieldCoordinates {
  readonly argument: string;
  readonly site: CodeSite;
}

/** A non-null schema field behind which code may return `null`. */
export interface FieldNullnessError extends FieldCoordinates {
  readonly site: CodeSite;
}

/** A nullable schema argument for which a data fetcher does not expect `null`. */
export interface ArgumentNullnessError extends FieldCoordinates {
  readonly argument: string;
  /** The type that the code expects. */
  readonly type: string;
  readonly site: CodeSite;
}

/** A schema type that could not be checked. */
export interface SkippedType {
  readonly typeName: string;
  /** The field through which the type was reached. */
  readonly coordinates: FieldCoordinates;
  readonly reason: string;
}

/** Something that works but is likely to hurt; see the names of the {@linkcode FurtherFindings}. */
export interface FurtherFinding extends FieldCoordinates {
  readonly message: string;
  readonly site?: CodeSite;
}

/** Findings beyond the mapping of the schema; each section can be switched off. */
export interface FurtherFindings {
  /** Fields whose code returns what the type of the field never takes, or does not take what an argument may be. */
  readonly mismatchedTypes: readonly FurtherFinding[];
  /** Fields below a list whose data fetcher is called once per element: N+1 requests to the store. */
  readonly unbatchedFields: readonly FurtherFinding[];
  /** Registrations for types that no operation reaches. */
  readonly unreachableRegistrations: readonly FurtherFinding[];
  /** Schema arguments that the data fetcher never reads. */
  readonly unreadArguments: readonly FurtherFinding[];
  /** Deprecated elements that don't say what to use instead. */
  readonly deprecationsWithoutReason: readonly FurtherFinding[];
  /** Connection fields that the client can read without a limit. */
  readonly connectionsWithoutLimit: readonly FurtherFinding[];
}

/** What a schema mapping inspection found. */
export interface SchemaReport {
  readonly unmappedFields: readonly UnmappedField[];
  readonly unmappedRegistrations: readonly UnmappedRegistration[];
  readonly unmappedArguments: readonly UnmappedArgument[];
  readonly fieldNullnessErrors: readonly FieldNullnessError[];
  readonly argumentNullnessErrors: readonly ArgumentNullnessError[];
  readonly skippedTypes: readonly SkippedType[];
  readonly further: FurtherFindings;
  /** The inspected schema. */
  schema(): GraphQLSchema;
  /** The data fetcher that is registered for a field, or `undefined`. */
  dataFetcher(coordinates: FieldCoordinates): DataFetcher | undefined;
  /** The six sections of the mapping as text: a heading and six indented lines. */
  toString(): string;
}

/** The sections of a report that hold errors of the mapping. */
export const mappingSections = [
  "unmappedFields",
  "unmappedRegistrations",
  "unmappedArguments",
  "fieldNullnessErrors",
  "argumentNullnessErrors",
  "skippedTypes",
] as const satisfies readonly (keyof SchemaReport)[];

/** Name of a section of {@linkcode mappingSections}. */
export type MappingSection = typeof mappingSections[number];

/** The sections of {@linkcode FurtherFindings}. */
export const furtherSections = [
  "mismatchedTypes",
  "unbatchedFields",
  "unreachableRegistrations",
  "unreadArguments",
  "deprecationsWithoutReason",
  "connectionsWithoutLimit",
] as const satisfies readonly (keyof FurtherFindings)[];

/** Name of a section of {@linkcode furtherSections}. */
export type FurtherSection = typeof furtherSections[number];
