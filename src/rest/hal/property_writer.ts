import type { JsonWriter } from "./json_writer.ts";

/** One member of a document: its name, the property that it shows, and how values become JSON. */
export interface WrittenProperty {
  readonly name: string;
  /** `undefined` if null replaces the value. */
  readonly property: string | undefined;
  readonly write: JsonWriter;
}

/** Writes the properties of an entity, then the given links. */
export type PropertyWriter = (entity: object, base: string, links: unknown) => Record<string, unknown>;

/** Maximum number of members: V8 does not optimise larger functions. */
const maxMembers = 200;

/**
 * Makes the function that writes the properties of entities. Generated code makes documents by one literal: all have one
 * shape from the beginning, which is several times quicker than adding members one by one.
 *
 * @param properties the members, in their order
 * @param hasLinks whether `_links` follow
 */
export function propertyWriter(properties: readonly WrittenProperty[], hasLinks: boolean): PropertyWriter {
  // In a literal this name would set the prototype, and a name that comes twice would keep its first place only.
  const names = new Set(properties.map(({ name }) => name));
  const isPlain = names.size === properties.length && !names.has("__proto__") && !names.has("_links");
  if (!isPlain || properties.length > maxMembers) return memberByMember(properties, hasLinks);
  const members = properties.map(({ name, property, write }, i) => {
    if (property === undefined) return `${JSON.stringify(name)}: null`;
    const value = `v${i}`;
    const written = write === undefined ? value : `writers[${i}](${value}, base)`;
    return `${JSON.stringify(name)}: ${value} === null || ${value} === undefined ? null : ${written}`;
  });
  const values = properties.flatMap(({ property }, i) =>
    property === undefined ? [] : [`const v${i} = entity[${JSON.stringify(property)}];`]
  );
  const body = `return (entity, base, links) => {
    ${values.join("\n    ")}
    return { ${[...members, ...(hasLinks ? ["_links: links"] : [])].join(", ")} };
  };`;
  return new Function("writers", body)(properties.map(({ write }) => write)) as PropertyWriter;
}

function memberByMember(properties: readonly WrittenProperty[], hasLinks: boolean): PropertyWriter {
  return (entity, base, links) => {
    // Described properties are read by name.
    const source = entity as Record<string, unknown>;
    const document: Record<string, unknown> = {};
    for (const { name, property, write } of properties) {
      const value = property === undefined ? undefined : source[property];
      document[name] = value === null || value === undefined ? null : write === undefined ? value : write(value, base);
    }
    if (hasLinks) document._links = links;
    return document;
  };
}
