import { accepts } from "@std/http/negotiation";

const graphQlType = "application/graphql-response+json";

/** Media types in which GraphQL clients read errors, the preferred one first. */
const errorTypes = [graphQlType, "application/json"];

/**
 * Converts the error response of the GraphQL endpoint to a GraphQL response, if the client prefers one; status and
 * challenge are kept. Clients that accept anything, such as `curl`, and those of event streams, which read only the
 * status, receive the problem document. (GraphQL over HTTP: a response of its own media type is well-formed
 * whatever its status; one of `application/json` with 4xx may come from an intermediary.)
 *
 * @param problem the refusal as a problem document
 * @param request the client's request
 */
export function graphQlRefusal(problem: Response, request: Request): Response {
  const type = preferredType(request);
  if (type === undefined) return problem;
  const classification = problem.status === 401 ? "UNAUTHORIZED" : "FORBIDDEN";
  const message = problem.status === 401 ? "Unauthorized" : "Forbidden";
  const headers = new Headers(problem.headers);
  headers.set("content-type", type === graphQlType ? `${type}; charset=utf-8` : type);
  void problem.body?.cancel();
  const body = JSON.stringify({ errors: [{ message, extensions: { classification } }] });
  return new Response(body, { status: problem.status, headers });
}

/** The GraphQL media type that the client prefers; `undefined` if it lists none, or prefers another type. */
function preferredType(request: Request): string | undefined {
  const accept = request.headers.get("accept")?.toLowerCase() ?? "";
  const named = errorTypes.filter((type) => accept.includes(type));
  if (named.length === 0) return undefined;
  const preferred = accepts(request, ...named, "application/problem+json", "text/event-stream", "multipart/mixed");
  return named.find((type) => type === preferred);
}
