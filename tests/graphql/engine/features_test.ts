import { assert } from "@std/assert";
import { featureCases } from "./feature_cases.ts";
import { featureSchema } from "./feature_schema.ts";
import { assertSameAnswer } from "./same_answers.ts";

const schema = featureSchema();

for (const [feature, cases] of Object.entries(featureCases)) {
  Deno.test(`X1 ${feature}: plans answer as graphql-js does`, async () => {
    for (const featureCase of cases) {
      await assertSameAnswer(featureCase.query, { ...featureCase, schema, rootValue: () => ({ total: 0 }) });
    }
  });
}

Deno.test("The corpus of features has more than 700 cases", () => {
  assert(Object.values(featureCases).flat().length > 700);
});
