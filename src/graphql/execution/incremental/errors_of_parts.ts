import type { GraphQLError } from "../../../../deps.ts";
import { jsonSizeWithin, withClassification } from "../../engine/mod.ts";
import type { ErrorLimits } from "../errors/error_limits.ts";
import type { TellErrors } from "./incremental_stream.ts";

/**
 * Bounds the errors of all parts of one result: when so many were sent as one result may have, each further part that
 * failed has one error that says so.
 *
 * @param tell decides what the client is told of a part's errors
 * @param limits of a result
 */
export function withinLimitsOfAllParts(tell: TellErrors, limits: ErrorLimits): TellErrors {
  let count = 0;
  let characters = 0;
  return (errors: readonly GraphQLError[]) => {
    if (count >= limits.maxErrors || characters >= limits.maxCharacters) {
      return [withClassification(limits.unlisted(count), "DataFetchingException")];
    }
    const told = tell(errors);
    count += told.length;
    characters += jsonSizeWithin(told, limits.maxCharacters);
    return told;
  };
}
