import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isCompositeType,
} from "../../../deps.ts";
import { fieldGuardOf } from "../../graphql/mod.ts";
import { closestName } from "../../kernel/mod.ts";
import type { CachePolicy } from "../cache_policy.ts";
import { policyOfDirectives } from "./cache_control_directive.ts";

/** The policy of a field, combined from its directive, that of its type, and the code. */
export interface FieldPolicy {
  /** In seconds; absent if the field inherits that of its parent. */
  readonly maxAge?: number;
  readonly isPrivate: boolean;
  /** Whether a rule is in front of the field, and clients with the same roles and scopes may share its value. */
  readonly isByGrants: boolean;
  readonly tags: readonly string[];
  readonly dependsOn: readonly string[];
}

/** Finds the policies of a schema's fields. */
export class FieldPolicies {
  readonly #policies: Readonly<Record<string, CachePolicy>>;
  readonly #defaultMaxAge: number;

  /**
   * @param policies in code, by coordinates; they go before directives
   * @param defaultMaxAge maximum age of fields without a policy, in seconds
   */
  constructor(policies: Readonly<Record<string, CachePolicy>>, defaultMaxAge: number) {
    this.#policies = policies;
    this.#defaultMaxAge = defaultMaxAge;
  }

  /**
   * Finds the policy of a field.
   *
   * @param parent the type that declares the field
   * @param field the field
   * @param isRoot whether the type is the root
   */
  of(parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>, isRoot: boolean): FieldPolicy {
    const type = getNamedType(field.type);
    const isComposite = isCompositeType(type);
    const inherited = parent.getInterfaces().map((each) => this.#ofField(each, each.getFields()[field.name]));
    const merged: CachePolicy = Object.assign(
      {},
      isComposite ? this.#ofType(type) : {},
      ...inherited,
      this.#ofField(parent, field),
    );
    const inherits = merged.inheritMaxAge ?? isPartOfConnection(parent, field);
    const takesDefault = merged.maxAge === undefined && (isRoot || isComposite && !inherits);
    const maxAge = takesDefault ? this.#defaultMaxAge : merged.maxAge;
    const guard = fieldGuardOf(field);
    const isShared = guard === undefined || merged.scope === "PUBLIC" && guard.decidesByGrants === true;
    return {
      ...(maxAge === undefined ? {} : { maxAge }),
      isPrivate: merged.scope === "PRIVATE" || !isShared,
      isByGrants: guard !== undefined && isShared,
      tags: merged.tags ?? [],
      dependsOn: merged.dependsOn ?? [],
    };
  }

  /**
   * Checks that all fields and types with policies in code exist: a policy for an unknown name would have no effect.
   *
   * @throws TypeError naming those that do not
   */
  requireKnown(schema: GraphQLSchema): void {
    const known = Object.values(schema.getTypeMap()).flatMap((type) =>
      "getFields" in type
        ? [type.name, ...Object.keys(type.getFields()).map((name) => `${type.name}.${name}`)]
        : [type.name]
    );
    for (const coordinates of Object.keys(this.#policies)) {
      if (known.includes(coordinates)) continue;
      const meant = closestName(coordinates, known);
      const hint = meant === undefined ? "" : `: did you mean "${meant}"?`;
      throw new TypeError(
        `Cannot apply the cache policy of "${coordinates}" as the schema must have that field or type${hint}`,
      );
    }
  }

  #ofField(owner: GraphQLNamedType, field: GraphQLField<unknown, unknown> | undefined): CachePolicy {
    if (field === undefined) return {};
    return {
      ...policyOfDirectives(field.astNode?.directives ?? []),
      ...this.#policies[`${owner.name}.${field.name}`],
    };
  }

  #ofType(type: GraphQLNamedType): CachePolicy {
    const nodes = [type.astNode, ...type.extensionASTNodes];
    return {
      ...policyOfDirectives(nodes.flatMap((node) => node?.directives ?? [])),
      ...this.#policies[type.name],
    };
  }
}

/** Connection types are generated, so that no directive can be written there; their fields inherit the age. */
function isPartOfConnection({ name }: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  return name.endsWith("Connection") && (field.name === "edges" || field.name === "pageInfo");
}
