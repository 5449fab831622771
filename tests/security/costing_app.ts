import type { Application, EspalierPropertiesInput } from "@espalier/espalier";
import type { RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { graphQlApp, post } from "../graphql/transport/graphql_app.ts";

/** Starts an application that refuses every operation of a cost over 1, so that the refusal names the cost. */
export function startCosting(
  schema: string,
  wiring: (wiring: RuntimeWiringBuilder) => void,
  graphql: EspalierPropertiesInput["graphql"] = {},
): Promise<Application> {
  return graphQlApp({ schema, wiring, properties: { graphql: { maxCost: 1, maxPageSize: 0, ...graphql } } });
}

interface Errors {
  readonly errors?: readonly { readonly message: string; readonly extensions: unknown }[];
}

/** The errors of an operation. */
export async function errorsOf(app: Application, query: string, variables?: unknown): Promise<Errors["errors"]> {
  const { errors } = await (await app.fetch(post({ query, variables }))).json() as Errors;
  return errors;
}

/** The cost that the refusal names. */
export async function costOf(
  app: Application,
  query: string,
  variables?: unknown,
): Promise<number | string | undefined> {
  const message = (await errorsOf(app, query, variables))?.[0]?.message ?? "";
  const found = /its cost must be <= 1: current value is (.*)$/.exec(message);
  return found === null ? message : Number.isNaN(Number(found[1])) ? found[1] : Number(found[1]);
}

/** An operation and what it costs. */
export interface CostCase {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly cost: number;
}

/** Texts of different content. */
export const many = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
