import { GraphQlClient, type GraphQlClientOptions } from "@espalier/espalier/client";

/** What a server received. */
export interface Received {
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

/** A client whose server always gives the same answer, and what the server received. */
export function answering(
  answer: unknown,
  init: ResponseInit & { options?: GraphQlClientOptions } = {},
): { client: GraphQlClient; received: Received[] } {
  const received: Received[] = [];
  const client = GraphQlClient.http({
    ...init.options,
    url: "http://localhost/graphql",
    fetch: async (request) => {
      received.push({ body: await request.json(), headers: request.headers });
      return typeof answer === "string" ? new Response(answer, init) : Response.json(answer, init);
    },
  });
  return { client, received };
}
