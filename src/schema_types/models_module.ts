import type { ServiceType } from "./service_types.ts";
import { memberName, TypeNames } from "./type_names.ts";
import { writtenMark } from "./written_mark.ts";

/**
 * Writes the module of the classes that implement schema types, for `graphql({ models })`. It is separate from the
 * types, which controllers import, because it imports the modules with the classes.
 *
 * @param serviceTypes the classes and other types by schema type
 * @param toRoot the path to the service's folder, ending in a slash
 * @returns the module's text; `undefined` if no schema type has a class
 */
export function modelsModule(serviceTypes: ReadonlyMap<string, ServiceType>, toRoot: string): string | undefined {
  const classes = [...serviceTypes].filter(([, { kind }]) => kind === "class").sort(([a], [b]) => (a < b ? -1 : 1));
  if (classes.length === 0) return undefined;
  const names = new TypeNames(classes.map(([type]) => type), ["ModelClasses", "models"]);
  const byFile = new Map<string, string[]>();
  for (const [type, { file, name }] of classes) {
    const own = names.of(type);
    byFile.set(file, [...byFile.get(file) ?? [], name === own ? name : `${name} as ${own}`]);
  }
  return [
    "// deno-fmt-ignore-file",
    "// deno-lint-ignore-file",
    writtenMark,
    'import type { ModelClasses } from "@espalier/espalier/graphql";',
    ...[...byFile].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, imported]) =>
      `import { ${imported.join(", ")} } from ${JSON.stringify(toRoot + file)};`
    ),
    "",
    "/** The classes that stand for types of the schema, for `graphql({ models })`. */",
    "export const models: ModelClasses = {",
    ...classes.map(([type]) => `  ${memberName(type)}: () => ${names.of(type)},`),
    "};",
    "",
  ].join("\n");
}
