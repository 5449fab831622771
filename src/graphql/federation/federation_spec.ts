/** The versions of the specification that composition knows, oldest first. */
export const federationVersions: readonly string[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((minor) => `v2.${minor}`);

interface SpecElement {
  /** The version that brought the element. */
  readonly since: string;
  /** Writes the definition with the names that elements have in a schema. */
  readonly definition: (nameOf: (name: string) => string, version: string) => string;
}

const output = "FIELD_DEFINITION | OBJECT | INTERFACE";
const everywhere = `${output} | UNION | ENUM | ENUM_VALUE | SCALAR | INPUT_OBJECT | INPUT_FIELD_DEFINITION | ` +
  "ARGUMENT_DEFINITION";

function directive(name: string, rest: string, since = "v2.0"): readonly [string, SpecElement] {
  return [name, { since, definition: (nameOf) => `directive @${nameOf(name)}${named(rest, nameOf)}` }];
}

function scalar(name: string, since = "v2.0"): readonly [string, SpecElement] {
  return [name, { since, definition: (nameOf) => `scalar ${nameOf(name)}` }];
}

/** Replaces `$FieldSet` by the name of the scalar. */
function named(text: string, nameOf: (name: string) => string): string {
  return text.split("$").map((part, at) => {
    if (at === 0) return part;
    const end = part.indexOf("!");
    return nameOf(part.slice(0, end)) + part.slice(end);
  }).join("");
}

const override: SpecElement = {
  since: "v2.0",
  definition: (nameOf, version) =>
    `directive @${nameOf("@override")}(from: String!${version >= "v2.7" ? ", label: String" : ""}) on FIELD_DEFINITION`,
};

/** The elements of the specification, by their names in it. */
const elements: ReadonlyMap<string, SpecElement> = new Map([
  directive("@key", "(fields: $FieldSet!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE"),
  directive("@requires", "(fields: $FieldSet!) on FIELD_DEFINITION"),
  directive("@provides", "(fields: $FieldSet!) on FIELD_DEFINITION"),
  directive("@external", "(reason: String) on OBJECT | FIELD_DEFINITION"),
  directive("@shareable", " repeatable on FIELD_DEFINITION | OBJECT"),
  directive("@extends", " on OBJECT | INTERFACE"),
  ["@override", override],
  directive("@inaccessible", ` on ${everywhere}`),
  directive("@tag", `(name: String!) repeatable on ${everywhere} | SCHEMA`),
  directive("@composeDirective", "(name: String!) repeatable on SCHEMA", "v2.1"),
  directive("@interfaceObject", " on OBJECT", "v2.3"),
  directive("@authenticated", ` on ${output} | SCALAR | ENUM`, "v2.5"),
  directive("@requiresScopes", `(scopes: [[$Scope!]!]!) on ${output} | SCALAR | ENUM`, "v2.5"),
  directive("@policy", `(policies: [[$Policy!]!]!) on ${output} | SCALAR | ENUM`, "v2.6"),
  directive(
    "@cost",
    "(weight: Int!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | OBJECT | SCALAR",
    "v2.9",
  ),
  directive(
    "@listSize",
    "(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true)" +
      " on FIELD_DEFINITION",
    "v2.9",
  ),
  scalar("FieldSet"),
  scalar("Scope", "v2.5"),
  scalar("Policy", "v2.6"),
]);

/** Whether a version of the specification has an element. */
export function isInVersion(name: string, version: string): boolean {
  const element = elements.get(name);
  return element !== undefined && element.since <= version;
}

/** The version that brought an element; `undefined` for an unknown one. */
export function versionOf(name: string): string | undefined {
  return elements.get(name)?.since;
}

/** The names of all elements of a version. */
export function specNames(version: string): readonly string[] {
  return [...elements.keys()].filter((name) => isInVersion(name, version));
}

/**
 * Writes the definition of an element.
 *
 * @param name of the element in the specification
 * @param version of the specification
 * @param nameOf names elements in the schema
 */
export function specDefinition(name: string, version: string, nameOf: (name: string) => string): string {
  return elements.get(name)!.definition(nameOf, version);
}
