import { GraphQlTester, type GraphQlTesterOptions } from "@espalier/espalier/testing";

/** A tester whose server always gives the same answer. */
export function answering(answer: unknown, options: GraphQlTesterOptions = {}): GraphQlTester {
  return GraphQlTester.http({ ...options, url: "http://localhost/graphql", fetch: () => Response.json(answer) });
}
