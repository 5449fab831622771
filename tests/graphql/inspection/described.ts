import { type AnyDescriptor, t } from "@espalier/espalier";
import {
  type DataFetcher,
  inspectSchemaMappings,
  type SchemaMappingInspectorInitializer,
  type SchemaReport,
  type SelfDescribingDataFetcher,
} from "@espalier/espalier/graphql";
import { buildSchema } from "graphql";

/** A data fetcher that describes itself as a controller method does. */
export function described(
  method: string,
  returnType: AnyDescriptor,
  args: Readonly<Record<string, AnyDescriptor>> = {},
): SelfDescribingDataFetcher {
  const fetcher = () => undefined;
  return Object.assign(fetcher, {
    description: `${method}[${Math.max(1, Object.keys(args).length)} args]`,
    returnType,
    expectedArguments: new Map(Object.entries(args)),
  });
}

/** What stands behind a schema, by coordinates such as `"Query.book"`. */
export type Registrations = Readonly<Record<string, DataFetcher>>;

/** Inspects a schema with the given registrations. */
export function inspected(
  sdl: string,
  registrations: Registrations,
  initializer?: SchemaMappingInspectorInitializer,
): SchemaReport {
  const dataFetchers = new Map<string, Map<string, DataFetcher>>();
  for (const [coordinates, fetcher] of Object.entries(registrations)) {
    const [typeName = "", fieldName = ""] = coordinates.split(".");
    dataFetchers.set(typeName, (dataFetchers.get(typeName) ?? new Map()).set(fieldName, fetcher));
  }
  const schema = buildSchema(sdl, { assumeValidSDL: true });
  return inspectSchemaMappings({ schema, dataFetchers, ...(initializer && { initializer }) });
}

/** The report of a mapping without findings. */
export const clean = [
  "GraphQL schema inspection:",
  "\tUnmapped fields: {}",
  "\tUnmapped registrations: {}",
  "\tUnmapped arguments: {}",
  "\tField nullness errors: {}",
  "\tArgument nullness errors: {}",
  "\tSkipped types: []",
].join("\n");

/** The text of a report with some lines changed. */
export function text(changes: Readonly<Record<string, string>>): string {
  return clean.split("\n").map((line) => {
    const label = line.trim().split(":")[0] ?? "";
    return label in changes ? `\t${label}: ${changes[label]}` : line;
  }).join("\n");
}

/** A mapping that returns a string. */
export const greeting: DataFetcher = described("GreetingController#greeting", t.string);
