import { introspectionFromSchema } from "../../deps.ts";
import type { ActuatorEndpoint } from "../kernel/mod.ts";
import type { GraphQlSource } from "./execution/mod.ts";

/** The schema, as introspection describes it, for the console: whether or not clients may introspect. */
export class SchemaEndpoint implements ActuatorEndpoint {
  readonly id = "schema";
  readonly #source: GraphQlSource;
  #text: string | undefined;

  /** @param source supplies the schema */
  constructor(source: GraphQlSource) {
    this.#source = source;
  }

  handle(): Response {
    this.#text ??= JSON.stringify(introspectionFromSchema(this.#source.schema));
    return new Response(this.#text, { headers: { "content-type": "application/json" } });
  }
}
