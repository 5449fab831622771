import { type GraphQLSchema, introspectionFromSchema } from "../../deps.ts";
import type { ActuatorEndpoint } from "../kernel/mod.ts";
import type { GraphQlSource } from "./execution/mod.ts";

/** The schema, as introspection describes it, for the console: whether or not clients may introspect. */
export class SchemaEndpoint implements ActuatorEndpoint {
  readonly id = "schema";
  readonly #source: GraphQlSource;
  #shown: { readonly schema: GraphQLSchema; readonly text: string } | undefined;

  /** @param source supplies the schema */
  constructor(source: GraphQlSource) {
    this.#source = source;
  }

  handle(): Response {
    const { schema } = this.#source;
    if (this.#shown?.schema !== schema) {
      this.#shown = { schema, text: JSON.stringify(introspectionFromSchema(schema)) };
    }
    return new Response(this.#shown.text, { headers: { "content-type": "application/json" } });
  }
}
