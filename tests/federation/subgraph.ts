import { federation, type FederationOptions } from "@espalier/espalier/federation";
import type { ContainerModule, EspalierPropertiesInput } from "@espalier/espalier";
import { startApp, type TestApp } from "../graphql/graphql_app.ts";

/** The import of the specification that most tests use. */
export const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external",
  "@requires", "@provides", "@shareable", "@override", "@inaccessible", "@tag", "@interfaceObject", "@authenticated",
  "@requiresScopes", "@policy", "@composeDirective", "@extends"])
`;

/** A started subgraph. */
export interface Subgraph extends TestApp {
  /** Resolves representations; the selection is that of `_entities`. */
  entities(representations: readonly unknown[], selection: string, headers?: Record<string, string>): Promise<Entities>;
  /** The schema for composition. */
  sdl(): Promise<string>;
}

/** The response to `_entities`. */
export interface Entities {
  readonly data?: { readonly _entities: readonly unknown[] } | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Starts a subgraph of one schema. */
export async function startSubgraph(
  schema: string,
  modules: readonly ContainerModule[] = [],
  { properties = {}, ...options }: FederationOptions & { readonly properties?: EspalierPropertiesInput } = {},
): Promise<Subgraph> {
  const app = await startApp(schema, [federation(options), ...modules], properties);
  return {
    ...app,
    entities: async (representations, selection, headers) => {
      const query =
        `query ($representations: [_Any!]!) { _entities(representations: $representations) { ${selection} } }`;
      const { body } = await app.post({ query, variables: { representations } }, headers);
      return body as Entities;
    },
    sdl: async () => {
      const { body } = await app.post("{ _service { sdl } }");
      return (body as { data: { _service: { sdl: string } } }).data._service.sdl;
    },
  };
}
