import type { RestContext } from "../resources/rest_context.ts";
import type { JsonSchema } from "./schema_definitions.ts";

/** Schemas that every document has. */
export const commonSchemas: Readonly<Record<string, JsonSchema>> = {
  Problem: {
    type: "object",
    description: "RFC 9457",
    properties: {
      type: { type: "string" },
      title: { type: "string" },
      status: { type: "integer" },
      detail: { type: "string" },
      errors: { type: "array", items: { type: "object" } },
    },
    required: ["type", "title", "status"],
  },
  JsonPatch: {
    type: "array",
    description: "RFC 6902",
    items: {
      type: "object",
      properties: {
        op: { type: "string", enum: ["add", "remove", "replace", "move", "copy", "test"] },
        path: { type: "string", format: "json-pointer" },
        from: { type: "string", format: "json-pointer" },
        value: {},
      },
      required: ["op", "path"],
    },
  },
};

/** The paging parameters, by the names under which paths refer to them. */
export function commonParameters({ pageables, rest }: RestContext): Readonly<Record<string, JsonSchema>> {
  const { page, size, sort } = pageables.names;
  const first = rest.oneIndexed ? 1 : 0;
  return {
    page: {
      name: page,
      in: "query",
      description: "Number of the page",
      schema: { type: "integer", minimum: first, default: first },
    },
    size: {
      name: size,
      in: "query",
      description: "Maximum number of items on a page",
      schema: { type: "integer", minimum: 1, maximum: rest.maxPageSize, default: rest.defaultPageSize },
    },
    sort: {
      name: sort,
      in: "query",
      description: "Properties, then optionally asc or desc, then optionally ignorecase, separated by commas",
      schema: { type: "array", items: { type: "string" } },
      style: "form",
      explode: true,
    },
    ifMatch: {
      name: "If-Match",
      in: "header",
      description: "Changes the item only in the state of this ETag",
      schema: { type: "string" },
    },
    ifNoneMatch: {
      name: "If-None-Match",
      in: "header",
      description: "The ETag of the state that the client knows; * for none",
      schema: { type: "string" },
    },
  };
}

const problem = (description: string): JsonSchema => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/** Error responses, by the names in references. */
export const commonResponses: Readonly<Record<string, JsonSchema>> = {
  BadRequest: problem("The request can't be understood"),
  NotFound: problem("There is no such resource"),
  NotAcceptable: problem("The resource is not available in a form that the client accepts"),
  Conflict: problem("The change contradicts what is stored"),
  PreconditionFailed: problem("The resource is not in the state that the request names"),
  UnsupportedMediaType: problem("The body has a media type that is not read"),
  UnprocessableContent: problem("A value must not be saved"),
};
