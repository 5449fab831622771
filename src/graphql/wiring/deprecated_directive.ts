import {
  type DefinitionNode,
  DirectiveLocation,
  type DocumentNode,
  GraphQLDeprecatedDirective,
  Kind,
  parse,
} from "../../../deps.ts";

/**
 * Declares `@deprecated` without the location `DIRECTIVE_DEFINITION`, unless the document needs it: tools with
 * graphql-js 16, such as GraphQL Code Generator, print the directive from the introspection and cannot parse that name.
 *
 * @param document the type definitions
 * @returns the same document where it deprecates directives or declares `@deprecated` itself
 */
export function withReadableDeprecated(document: DocumentNode): DocumentNode {
  const { definitions } = document;
  return definitions.some(needsOwnDeclaration)
    ? document
    : { ...document, definitions: [...definitions, ...declaration().definitions] };
}

function needsOwnDeclaration(definition: DefinitionNode): boolean {
  if (definition.kind !== Kind.DIRECTIVE_DEFINITION) return false;
  const { name } = GraphQLDeprecatedDirective;
  return definition.name.value === name || (definition.directives ?? []).some((used) => used.name.value === name);
}

function declaration(): DocumentNode {
  const { description, args: [reason], locations } = GraphQLDeprecatedDirective;
  const known = locations.filter((location) => location !== DirectiveLocation.DIRECTIVE_DEFINITION);
  const argument = `${JSON.stringify(reason?.description)} reason: String! = "No longer supported"`;
  const text = `${JSON.stringify(description)} directive @deprecated(${argument}) on ${known.join(" | ")}`;
  return parse(text, { noLocation: true });
}
