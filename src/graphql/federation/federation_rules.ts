import {
  type ConstDirectiveNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isLeafType,
} from "../../../deps.ts";
import { type AccessRule, allOf, authenticated, requires } from "../../context/mod.ts";
import { closestName } from "../../kernel/mod.ts";
import { anyOfAll, type FieldRuleSource } from "../access/mod.ts";
import type { FederationLink } from "./federation_link.ts";

/** The rules that `@policy` names. */
export type Policies = Readonly<Record<string, AccessRule>>;

const subgraphFields: readonly string[] = ["_service", "_entities"];

interface Element {
  readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined;
  readonly extensionASTNodes?: readonly { readonly directives?: readonly ConstDirectiveNode[] | undefined }[];
}

/**
 * Enforces what the federation's directives of access say where `graphql()` does not: under other names than
 * `@authenticated` and `@requiresScopes`, on scalars and enums, and `@policy`.
 */
export class FederationRules implements FieldRuleSource {
  readonly #policies: Policies;
  readonly #access: AccessRule | undefined;
  readonly #link: () => FederationLink;

  /**
   * @param options the rules of `@policy` by name, and that of the subgraph's own fields
   * @param link names the directives, once the schema is read
   */
  constructor(
    { policies = {}, access }: { readonly policies?: Policies; readonly access?: AccessRule },
    link: () => FederationLink,
  ) {
    this.#policies = policies;
    this.#access = access;
    this.#link = link;
  }

  rulesOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): readonly AccessRule[] {
    const isOwn = subgraphFields.includes(field.name) && type.getFields()._service !== undefined;
    if (isOwn) return this.#access === undefined ? [] : [this.#access];
    const outputs = [type, ...type.getInterfaces()].flatMap((each) => [each, each.getFields()[field.name] ?? {}]);
    const leaf = getNamedType(field.type);
    return [
      ...outputs.flatMap((element) => this.#rules(element as Element, false)),
      ...(isLeafType(leaf) ? this.#rules(leaf, true) : []),
    ];
  }

  #rules({ astNode, extensionASTNodes = [] }: Element, isLeaf: boolean): readonly AccessRule[] {
    const directives = [astNode, ...extensionASTNodes].flatMap((node) => node?.directives ?? []);
    if (directives.length === 0) return [];
    const link = this.#link();
    // The rules of graphql() know the directives by these names, on types and fields.
    const isOwn = (name: string) => isLeaf || link.nameOf(name) !== name.slice(1);
    const applied = (name: string) => link.applied(name, directives);
    return [
      ...(isOwn("@authenticated") ? applied("@authenticated").map(() => authenticated()) : []),
      ...(isOwn("@requiresScopes")
        ? applied("@requiresScopes").map(({ scopes }) => anyOfAll(scopes, (all) => requires(...all)))
        : []),
      ...applied("@policy").map(({ policies }) =>
        anyOfAll(policies, (all) => allOf(...all.map((name) => this.#policy(name))))
      ),
    ];
  }

  #policy(name: string): AccessRule {
    if (Object.hasOwn(this.#policies, name)) return this.#policies[name]!;
    const meant = closestName(name, Object.keys(this.#policies));
    throw new TypeError(
      `Cannot use @policy as the option "policies" of federation() must have the rule of "${name}"${
        meant === undefined ? "" : `: did you mean "${meant}"?`
      }`,
    );
  }
}
