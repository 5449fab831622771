import { type ConstDirectiveNode, type DefinitionNode, Kind, parse, valueFromASTUntyped } from "../../../deps.ts";
import { type AccessRule, allOf, anyOf, authenticated, hasRole, requires } from "../../context/mod.ts";
import type { TypeDefinitionRegistry } from "../wiring/mod.ts";

const places = "on FIELD_DEFINITION | OBJECT | INTERFACE";

/** `@authenticated` and `@requiresScopes` mean what they mean in Apollo Federation, so a router can enforce them, too. */
const declarations = `
directive @authenticated ${places}
directive @requiresScopes(scopes: [[String!]!]!) ${places}
directive @requiresRole(roles: [String!]!) ${places}
`;

const names: readonly string[] = ["authenticated", "requiresScopes", "requiresRole"];

/**
 * Declares the directives that the schema uses, unless it declares them itself.
 *
 * @param registry the schema's definitions
 */
export function addAccessDirectives(registry: TypeDefinitionRegistry): void {
  const { definitions } = registry.toDocument();
  const declared = definitions.flatMap((node) => node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : []);
  const used = new Set(definitions.flatMap(appliedTo));
  for (const definition of parse(declarations, { noLocation: true }).definitions) {
    if (definition.kind !== Kind.DIRECTIVE_DEFINITION || declared.includes(definition.name.value)) continue;
    if (used.has(definition.name.value)) registry.add(definition);
  }
}

function appliedTo(definition: DefinitionNode): readonly string[] {
  if (!("fields" in definition)) return [];
  const members: readonly { readonly directives?: readonly ConstDirectiveNode[] | undefined }[] = definition.fields ??
    [];
  return [definition, ...members].flatMap(({ directives = [] }) => directives.map(({ name }) => name.value));
}

/**
 * Reads the rules of applied directives.
 *
 * @param directives of a field or a type
 */
export function rulesOfDirectives(directives: readonly ConstDirectiveNode[] = []): readonly AccessRule[] {
  return directives.filter(({ name }) => names.includes(name.value)).map(ruleOf);
}

function ruleOf({ name, arguments: given = [] }: ConstDirectiveNode): AccessRule {
  const values = Object.fromEntries(given.map((each) => [each.name.value, valueFromASTUntyped(each.value)]));
  if (name.value === "authenticated") return authenticated();
  if (name.value === "requiresRole") return anyOf(...listOf<string>(values.roles).map(hasRole));
  return anyOfAll(values.scopes, (scopes) => requires(...scopes));
}

/**
 * Makes the rule of a list of lists: all of one of them are needed.
 *
 * @param value as the directive has it
 * @param ruleOfAll makes the rule of an inner list
 */
export function anyOfAll(value: unknown, ruleOfAll: (all: readonly string[]) => AccessRule): AccessRule {
  // Coercion makes a list of one value: `scopes: "a"` is `[["a"]]`.
  return anyOf(...listOf<string | string[]>(value).map((all) => allOf(ruleOfAll(listOf<string>(all)))));
}

function listOf<T>(value: unknown): readonly T[] {
  return (Array.isArray(value) ? value : [value]) as readonly T[];
}
