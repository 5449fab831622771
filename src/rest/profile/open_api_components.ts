import type { RestContext } from "../resources/rest_context.ts";
import type { JsonSchema } from "./json_schema.ts";

/** Schemas that every document has. */
export const commonSchemas: Readonly<Record<string, JsonSchema>> = {
  Link: {
    type: "object",
    properties: { href: { type: "string" }, templated: { type: "boolean" } },
    required: ["href"],
  },
  Page: {
    type: "object",
    properties: Object.fromEntries(
      ["size", "totalElements", "totalPages", "number"].map((name) => [name, { type: "integer", minimum: 0 }]),
    ),
    required: ["size", "number"],
  },
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
};

/** The paging parameters, by the names under which paths refer to them. */
export function commonParameters({ pageables, rest }: RestContext): Readonly<Record<string, JsonSchema>> {
  const { page, size, sort } = pageables.names;
  const first = rest.oneIndexed ? 1 : 0;
  return {
    page: { name: page, in: "query", schema: { type: "integer", minimum: first, default: first } },
    size: {
      name: size,
      in: "query",
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
  };
}

const problem = (description: string): JsonSchema => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/** Answers that say what went wrong, by the names under which paths refer to them. */
export const commonResponses: Readonly<Record<string, JsonSchema>> = {
  BadRequest: problem("The request can't be understood"),
  NotFound: problem("There is no such resource"),
  Conflict: problem("The change contradicts what is stored"),
  PreconditionFailed: problem("The resource is not in the state that the request names"),
  UnsupportedMediaType: problem("The body has a media type that is not read"),
  UnprocessableContent: problem("A value must not be saved"),
};
