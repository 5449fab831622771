import { type ConstDirectiveNode, GraphQLDirective, Kind, parse, valueFromASTUntyped } from "../../../../deps.ts";
import type { TypeDefinitionRegistry } from "../../wiring/mod.ts";

const declaration =
  "directive @visible(to: [String!]!) on SCALAR | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | " +
  "INTERFACE | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION";

/**
 * Declares `@visible`, unless the schema declares it itself.
 *
 * @param registry the schema's definitions
 */
export function addVisibleDirective(registry: TypeDefinitionRegistry): void {
  const { definitions } = registry.toDocument();
  const isDeclared = definitions.some((node) =>
    node.kind === Kind.DIRECTIVE_DEFINITION && node.name.value === "visible"
  );
  if (isDeclared) return;
  for (const definition of parse(declaration, { noLocation: true }).definitions) registry.add(definition);
}

/** An element of a schema with the definitions that it was made of. */
interface Defined {
  readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | undefined;
  readonly extensionASTNodes?: readonly { readonly directives?: readonly ConstDirectiveNode[] | undefined }[];
}

/**
 * Whether the directives of an element let a profile see it. The directive itself is seen by nobody.
 *
 * @param profile name of the profile
 * @param element of a schema
 * @param check is given the names of profiles
 */
export function isVisibleTo(profile: string, element: object, check: (names: readonly string[]) => void): boolean {
  if (element instanceof GraphQLDirective) return element.name !== "visible";
  const { astNode, extensionASTNodes = [] } = element as Defined;
  const directives = [astNode, ...extensionASTNodes].flatMap((node) => node?.directives ?? []);
  return directives.filter(({ name }) => name.value === "visible").every((applied) => {
    const to = applied.arguments?.find(({ name }) => name.value === "to");
    const value = to === undefined ? [] : valueFromASTUntyped(to.value);
    const names = (Array.isArray(value) ? value : [value]) as readonly string[];
    check(names);
    return names.includes(profile);
  });
}
