import { assertEquals } from "@std/assert";
import { buildSchema, GraphQLError, parse } from "graphql";
import { installResolvers } from "../../../src/graphql/engine/reference/install_resolvers.ts";
import { visible } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";
import { strategies } from "./strategy_answers.ts";

class CountingRequest extends PlainRequest {
  handled = 0;

  override handleException(exception: unknown): readonly GraphQLError[] {
    this.handled++;
    return [exception as GraphQLError];
  }
}

for (const [name, strategy] of Object.entries(strategies)) {
  Deno.test(`28.3 ${name}: an error that a service keeps and throws at two places is handled at both`, async () => {
    const kept = new GraphQLError("kept", { path: ["elsewhere"] });
    const failing = (field: string) =>
      Object.defineProperty({}, field, {
        get: () => {
          throw kept;
        },
      });
    const schema = buildSchema("type Query { o: O p: P } type O { a: Int! } type P { b: Int }");
    installResolvers(schema);
    const operation = strategy.prepare(schema, parse("{ o { a } p { b } }"), undefined);
    for (let i = 0; i < 5; i++) {
      const request = new CountingRequest();
      const rootValue = { o: failing("a"), p: failing("b") };
      const result = await operation.execute({ rootValue, variables: {}, request });
      assertEquals(request.handled, 2);
      assertEquals((visible(result) as { data: unknown }).data, { o: null, p: { b: null } });
      assertEquals(result.errors?.length, 2);
    }
  });
}
