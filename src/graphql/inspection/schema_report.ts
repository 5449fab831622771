import type { GraphQLSchema } from "../../../deps.ts";
import type { DataFetcher } from "../wiring/mod.ts";
import type { SourceLocation } from "./code_type.ts";

/** A field of a schema type. */
export interface FieldCoordinates {
  /** The name of the type. */
  readonly typeName: string;
  /** The name of the field. */
  readonly fieldName: string;
}

/** The code that a finding concerns. */
export interface CodeSite {
  /** For example `BookController#bookById[1 args]`. */
  readonly description: string;
  /** Its source location, if the facts task has stored it. */
  readonly location?: SourceLocation;
}

/** A schema field without data fetcher and without a property in the class behind its type. */
export interface UnmappedField extends FieldCoordinates {
  /** The class that lacks the property; absent for root types. */
  readonly className?: string;
}

/** A data fetcher that is registered for a field that the schema does not have. */
export interface UnmappedRegistration extends FieldCoordinates {
  /** Where the data fetcher is registered. */
  readonly site: CodeSite;
}

/** An argument that a data fetcher expects and the schema field does not have. */
export interface UnmappedArgument extends FieldCoordinates {
  /** The name of the argument. */
  readonly argument: string;
  /** Where the argument is expected. */
  readonly site: CodeSite;
}

/** A non-null schema field whose code may return `null`. */
export interface FieldNullnessError extends FieldCoordinates {
  /** The code that may return `null`. */
  readonly site: CodeSite;
}

/** A nullable schema argument for which a data fetcher does not expect `null`. */
export interface ArgumentNullnessError extends FieldCoordinates {
  /** The name of the argument. */
  readonly argument: string;
  /** The type that the code expects. */
  readonly type: string;
  /** Where the argument is read. */
  readonly site: CodeSite;
}

/** A schema type that could not be checked. */
export interface SkippedType {
  /** The name of the type. */
  readonly typeName: string;
  /** The field through which the type was reached. */
  readonly coordinates: FieldCoordinates;
  /** Why it could not be checked. */
  readonly reason: string;
}

/** A likely problem; see the names of the {@linkcode FurtherFindings}. */
export interface FurtherFinding extends FieldCoordinates {
  /** The problem, and the remedy. */
  readonly message: string;
  /** The source location of the code, if known. */
  readonly site?: CodeSite;
}

/** Findings beyond the mapping of the schema; each section can be switched off. */
export interface FurtherFindings {
  /** Fields whose code returns values that the field's type never accepts, or does not accept values of an argument. */
  readonly mismatchedTypes: readonly FurtherFinding[];
  /** Fields below a list whose data fetcher is called once per element: N+1 requests to the store. */
  readonly unbatchedFields: readonly FurtherFinding[];
  /** Registrations for types that no operation reaches. */
  readonly unreachableRegistrations: readonly FurtherFinding[];
  /** Schema arguments that the data fetcher never reads. */
  readonly unreadArguments: readonly FurtherFinding[];
  /** Deprecated elements whose reason does not name a replacement. */
  readonly deprecationsWithoutReason: readonly FurtherFinding[];
  /** Connection fields that the client can read without a limit. */
  readonly connectionsWithoutLimit: readonly FurtherFinding[];
}

/** The report of a schema mapping inspection. */
export interface SchemaReport {
  /** Schema fields without a data fetcher or property. */
  readonly unmappedFields: readonly UnmappedField[];
  /** Data fetchers without a schema field. */
  readonly unmappedRegistrations: readonly UnmappedRegistration[];
  /** Arguments of data fetchers that the schema does not have. */
  readonly unmappedArguments: readonly UnmappedArgument[];
  /** Non-null fields whose code may return `null`. */
  readonly fieldNullnessErrors: readonly FieldNullnessError[];
  /** Nullable arguments for which code does not expect `null`. */
  readonly argumentNullnessErrors: readonly ArgumentNullnessError[];
  /** Types that could not be checked. */
  readonly skippedTypes: readonly SkippedType[];
  /** Likely problems. */
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
