import type { GraphQLError } from "../../deps.ts";

/** Derives the outcome of a request from the errors of its response. */
export function outcomeOf(errors: readonly GraphQLError[]): string {
  if (errors.length === 0) return "SUCCESS";
  return errors.some((error) => classificationOf(error) === "INTERNAL_ERROR") ? "INTERNAL_ERROR" : "REQUEST_ERROR";
}

/** The classification in the extensions of an error. */
export function classificationOf({ extensions }: GraphQLError): string {
  return typeof extensions.classification === "string" ? extensions.classification : "error";
}
