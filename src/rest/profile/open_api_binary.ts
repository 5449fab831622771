import type { Binary } from "../export/binary.ts";
import type { JsonSchema } from "./schema_definitions.ts";

/** The shared parts of all operations of a document. */
export interface SharedParts {
  readonly conditions: readonly JsonSchema[];
  readonly failure: (name: string) => JsonSchema;
  readonly writeFailures: JsonSchema;
}

/**
 * Describes the operations that read, replace and delete the bytes of a property.
 *
 * @param binary the property
 * @param shared parameters and failures
 */
export function binaryParts(
  { mediaTypes, maxBytes }: Binary,
  { conditions, failure, writeFailures }: SharedParts,
): Readonly<Record<"get" | "put" | "delete", JsonSchema>> {
  const schema = { type: "string", maxLength: maxBytes };
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));
  const headers = { ETag: { description: "Made of the bytes", schema: { type: "string" } } };
  const missing = { 404: failure("NotFound") };
  const failures = { ...writeFailures, ...missing };
  return {
    get: {
      parameters: conditions,
      responses: {
        200: { description: "The bytes", content, headers },
        304: { description: "The client has the current state" },
        ...missing,
      },
    },
    put: {
      parameters: conditions,
      requestBody: { required: true, content },
      responses: { 204: { description: "The bytes were replaced", headers }, ...failures },
    },
    delete: {
      parameters: conditions,
      responses: { 204: { description: "The bytes were removed" }, ...failures },
    },
  };
}
