import type { GraphQLError } from "../../../../deps.ts";
import { jsonSizeWithin, withClassification } from "../../engine/mod.ts";
import type { ErrorLimits } from "../errors/error_limits.ts";
import type { ErrorMapper } from "./incremental_stream.ts";

/**
 * Bounds the errors of all parts of one result: when so many were sent as one result may have, each further part that
 * failed has one error that says so.
 *
 * @param mapErrors makes the errors that the client receives of a part
 * @param limits of a result
 */
export function withinLimitsOfAllParts(mapErrors: ErrorMapper, limits: ErrorLimits): ErrorMapper {
  let count = 0;
  let characters = 0;
  return (errors: readonly GraphQLError[]) => {
    if (count >= limits.maxErrors || characters >= limits.maxCharacters) {
      return [withClassification(limits.unlisted(count), "DataFetchingException")];
    }
    const mapped = mapErrors(errors);
    count += mapped.length;
    characters += jsonSizeWithin(mapped, limits.maxCharacters);
    return mapped;
  };
}
