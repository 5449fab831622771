import { getDirectiveValues, type GraphQLDirective, type GraphQLSchema } from "../../../deps.ts";
import type { DataFetcher } from "./data_fetcher.ts";
import type { FieldArguments } from "./field_arguments.ts";
import { dataFetcherIn, withDataFetcher } from "./fetcher_attachment.ts";
import { propertyDataFetcher } from "./property_data_fetcher.ts";
import type { RuntimeWiring } from "./runtime_wiring.ts";
import type { SchemaDirectiveWiring } from "./schema_directive_wiring.ts";
import type { SchemaDirectiveWiringEnvironment } from "./schema_directive_wiring_environment.ts";
import type { SchemaElementConfigs, SchemaElementKind, SchemaElementPlace } from "./schema_element.ts";
import { rewriteSchema } from "./schema_rewriting.ts";

const handlers: Readonly<Record<SchemaElementKind, keyof SchemaDirectiveWiring>> = {
  object: "onObject",
  field: "onField",
  argument: "onArgument",
  interface: "onInterface",
  union: "onUnion",
  enum: "onEnum",
  enumValue: "onEnumValue",
  scalar: "onScalar",
  inputObject: "onInputObject",
  inputField: "onInputField",
};

type AnyConfig = SchemaElementConfigs[SchemaElementKind];
type AnyHandler = (environment: SchemaDirectiveWiringEnvironment) => AnyConfig | undefined | void;

interface AppliedDirective {
  readonly name: string;
  readonly arguments: FieldArguments;
}

/**
 * Runs directive code on every element that carries a directive.
 *
 * @param schema the schema, with data fetchers attached
 * @param wiring holds the directive code
 * @returns the schema itself when there is no directive code, else a changed copy
 */
export function applyDirectives(schema: GraphQLSchema, wiring: RuntimeWiring): GraphQLSchema {
  if (wiring.directives.size === 0 && wiring.directiveWirings.length === 0) return schema;
  const definitions = new Map(schema.getDirectives().map((directive) => [directive.name, directive]));
  return rewriteSchema(schema, (place) => {
    let config: AnyConfig = place.config;
    for (const directive of directivesOn(place, definitions)) config = applyOne(place, directive, { config, wiring });
    return config === place.config ? undefined : config;
  });
}

function directivesOn(
  { element }: SchemaElementPlace,
  definitions: ReadonlyMap<string, GraphQLDirective>,
): readonly AppliedDirective[] {
  const extensions = "extensionASTNodes" in element ? element.extensionASTNodes : [];
  const nodes = [element.astNode, ...extensions].filter((node) => node !== null && node !== undefined);
  return nodes.flatMap((node) =>
    (node.directives ?? []).flatMap((applied) => {
      const definition = definitions.get(applied.name.value);
      if (!definition) return [];
      // Reads one use at a time, so that each use of a repeatable directive has its own arguments.
      const values = getDirectiveValues(definition, { directives: [applied] }) ?? {};
      return [{ name: applied.name.value, arguments: values }];
    })
  );
}

function applyOne(
  place: SchemaElementPlace,
  directive: AppliedDirective,
  { config, wiring }: { readonly config: AnyConfig; readonly wiring: RuntimeWiring },
): AnyConfig {
  const named = wiring.directives.get(directive.name);
  let current = config;
  for (const code of [...(named ? [named] : []), ...wiring.directiveWirings]) {
    // `handlers` maps each kind to the handler that accepts its configuration.
    const handler = code[handlers[place.kind]] as AnyHandler | undefined;
    if (!handler) continue;
    let wrapped: DataFetcher | undefined;
    const wrap = (fetcher: DataFetcher) => wrapped = fetcher;
    const returned = handler.call(code, environmentOf({ ...place, config: current }, directive, wrap)) ?? current;
    current = wrapped ? withFetcher(returned, wrapped) : returned;
  }
  return current;
}

function environmentOf(
  { kind, coordinates, config, element }: SchemaElementPlace,
  directive: AppliedDirective,
  wrapped: (fetcher: DataFetcher) => void,
): SchemaDirectiveWiringEnvironment {
  const fetcher = kind === "field" ? dataFetcherIn(config.extensions) : undefined;
  let current = fetcher;
  return {
    kind,
    coordinates,
    directive: directive.name,
    arguments: directive.arguments,
    element: config,
    dataFetcher: fetcher,
    wrapDataFetcher: (wrap) => {
      if (kind !== "field") throw new TypeError(`Cannot wrap a data fetcher of "${coordinates}" as it must be a field`);
      wrapped(current = wrap(current ?? propertyDataFetcher(element.name)));
    },
  };
}

function withFetcher(config: AnyConfig, fetcher: DataFetcher): AnyConfig {
  return { ...config, extensions: withDataFetcher(config.extensions ?? {}, fetcher) };
}
