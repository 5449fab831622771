import { accepts } from "@std/http/negotiation";

const graphQlType = "application/graphql-response+json";

/** Media types in which GraphQL clients read errors, the preferred one first. */
const errorTypes = [graphQlType, "application/json"];

/**
 * Gives the refusal of a request for the GraphQL endpoint the form of a GraphQL response, where the client asks for one:
 * status and challenge stay. Clients that accept anything, such as `curl`, and those of event streams, which read the
 * status alone, get the problem document. (GraphQL over HTTP: a response of its own media type is well-formed
 * whatever its status; one of `application/json` with 4xx may come from anybody in between.)
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

/** The form that the client names and prefers; `undefined` where it names none, or prefers something else. */
function preferredType(request: Request): string | undefined {
  const accept = request.headers.get("accept")?.toLowerCase() ?? "";
  const named = errorTypes.filter((type) => accept.includes(type));
  if (named.length === 0) return undefined;
  const preferred = accepts(request, ...named, "application/problem+json", "text/event-stream", "multipart/mixed");
  return named.find((type) => type === preferred);
}
