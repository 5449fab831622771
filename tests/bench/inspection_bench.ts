// Inspects GitHub's public schema with generated classes behind its object types: whole, and with half of the types.
import { schema as github } from "@octokit/graphql-schema";
import { describeType, t } from "@espalier/espalier";
import { type DataFetcher, inspectSchemaMappings, SchemaMappingInspectorInitializer } from "@espalier/espalier/graphql";
import { buildSchema, getNamedType, type GraphQLSchema, isObjectType } from "graphql";

const schema = buildSchema(github.idl, { assumeValid: true });
const names = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith("__"))
  .map(({ name }) => name);

/** A class for every object type, with a described property for every second field. */
function classesFor(schema: GraphQLSchema) {
  const classes = new Map(names.map((name) => [name, class {}]));
  for (const [name, type] of classes) {
    Object.defineProperty(type, "name", { value: name });
    const declared = schema.getType(name);
    const fields = isObjectType(declared) ? Object.values(declared.getFields()) : [];
    const described = fields.filter((_, at) => at % 2 === 0).map((field) => {
      const target = classes.get(getNamedType(field.type).name);
      return [field.name, target ? t.list(t.object(() => target)) : t.string];
    });
    describeType(type, Object.fromEntries(described));
  }
  return classes;
}

const classes = classesFor(schema);

function inspect(share: number): void {
  const used = names.slice(0, Math.floor(names.length * share));
  const fetchers = used.map((name): [string, DataFetcher] => [
    `field${name}`,
    Object.assign(() => undefined, {
      description: `GeneratedController#${name}`,
      expectedArguments: new Map(),
      returnType: t.object(() => classes.get(name)!),
    }),
  ]);
  const initializer = new SchemaMappingInspectorInitializer().classes(...used.map((name) => classes.get(name)!));
  inspectSchemaMappings({ schema, dataFetchers: new Map([["Query", new Map(fetchers)]]), initializer });
}

Deno.bench(`inspection: GitHub's schema, all ${names.length} classes`, { baseline: true }, () => inspect(1));
Deno.bench("inspection: GitHub's schema, half of the classes", () => inspect(0.5));
Deno.bench("inspection: GitHub's schema, a quarter of the classes", () => inspect(0.25));
