/**
 * Prints the code that the engine generates for a document of the bookstore:
 * `deno task engine:code '{ books(first: 2) { edges { node { title author { name } } } } }'`.
 */
import { ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { Database, databaseAt } from "@espalier/espalier/data";
import {
  CompiledExecutionStrategy,
  GraphQlSourceBuilderCustomizer,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { features } from "../../../examples/bookstore/features.ts";

const query = Deno.args[0] ?? "{ books(first: 2) { edges { node { title author { name } } } } }";

const printing = new ContainerModule(({ bind, rebind }) => {
  rebind(Database).toResolvedValue(() => databaseAt("sqlite::memory:")).inSingletonScope()
    .onDeactivation((database) => database.close());
  bind(GraphQlSourceBuilderCustomizer).toConstantValue({
    customize: (builder) => {
      builder.configureGraphQl((graphQl) =>
        graphQl.queryExecutionStrategy(
          new CompiledExecutionStrategy({
            reference: new ReferenceExecutionStrategy(),
            onGeneratedCode: ({ text }) => console.log(text),
          }),
        )
      );
    },
  });
});

await using app = await createApp(createContainer(...features(), printing), {
  root: new URL("../../../examples/bookstore/main.ts", import.meta.url),
  properties: { logging: { level: "OFF" } },
});
for (let i = 0; i < 3; i++) {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
  const { errors } = await response.json();
  if (errors) {
    console.error(`Cannot execute "${query}": ${errors[0].message}`);
    Deno.exit(1);
  }
}
