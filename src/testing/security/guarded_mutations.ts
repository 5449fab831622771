import type { Application } from "../../app/mod.ts";
import { AccessReport, type WayIn } from "../../context/mod.ts";

/**
 * Requires a rule for every GraphQL mutation; {@linkcode everyWriteIsGuarded} also includes the writes of exported
 * collections as well.
 *
 * @param app an application with `security()`
 * @throws Error naming those without a rule
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { fieldRules } from "@espalier/espalier/graphql";
 * import { apiKeys, hasRole, security } from "@espalier/espalier/security";
 * import { everyMutationIsGuarded } from "@espalier/espalier/testing";
 *
 * const schema = Resource.text(
 *   "books",
 *   "type Query { title: String } type Mutation { rename(title: String!): String }",
 * );
 * const rules = fieldRules({ "Mutation.rename": hasRole("editor") });
 * const features = [graphql({ schema: [schema] }), security({ schemes: [apiKeys({ keys: [] })] }), rules];
 * await using app = await createApp(createContainer(...features));
 * everyMutationIsGuarded(app); // fails without the rule
 * ```
 */
export function everyMutationIsGuarded(app: Application): void {
  requireGuarded(app, "mutation", ({ kind }) => kind === "mutation");
}

/**
 * Requires a rule for everything by which clients change state: GraphQL mutations, and the creation,
 * changes and deletion of the items of exported collections, by `access` of the export or by the rule of a path. Routes
 * of
 * your own are ways in: {@linkcode everyWayInIsGuarded} requires rules for them.
 *
 * @param app an application with `security()`
 * @param except the names of public ones: `"create orders"`, `"Mutation.signUp"`
 * @throws Error naming those without a rule
 *
 * @example
 * ```ts
 * import { bean, createApp, createContainer, data, entity, t } from "@espalier/espalier";
 * import { Database, repository } from "@espalier/espalier/data";
 * import { exportRepository, rest } from "@espalier/espalier/rest";
 * import { apiKeys, hasRole, security } from "@espalier/espalier/security";
 * import { everyWriteIsGuarded } from "@espalier/espalier/testing";
 *
 * class Order extends entity({ id: t.id }, { id: "id" }) {}
 * class Orders extends repository(Order) {}
 *
 * const access = { read: hasRole("clerk"), create: hasRole("clerk") };
 * await using app = await createApp(createContainer(
 *   data({ entities: [Order] }),
 *   bean(Orders, Database),
 *   rest(),
 *   exportRepository(Orders, { path: "orders", rel: "orders", writable: { create: true }, access }),
 *   security({ schemes: [apiKeys({ keys: [] })] }),
 * ));
 * everyWriteIsGuarded(app); // fails without `access`, and without a rule of "/orders"
 * ```
 */
export function everyWriteIsGuarded(app: Application, except: readonly string[] = []): void {
  const isWrite = ({ kind, name }: WayIn) => kind === "mutation" || kind === "operation" && !name.startsWith("read ");
  requireGuarded(app, "write", (way) => isWrite(way) && !except.includes(way.name));
}

/**
 * Requires a rule for every access point of an application: routes, those of collections included, and fields of the
 * root types.
 *
 * @param app an application with `security()`
 * @param except the names of public ones: `"/livez"`
 * @throws Error naming those without a rule
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { fieldRules } from "@espalier/espalier/graphql";
 * import { apiKeys, authenticated, hasRole, security } from "@espalier/espalier/security";
 * import { everyWayInIsGuarded } from "@espalier/espalier/testing";
 *
 * const schema = Resource.text(
 *   "books",
 *   "type Query { title: String } type Mutation { rename(title: String!): String }",
 * );
 * const rules = fieldRules({ "Mutation.rename": hasRole("editor"), "Query.title": authenticated() });
 * const features = [graphql({ schema: [schema] }), security({ schemes: [apiKeys({ keys: [] })] }), rules];
 * await using app = await createApp(createContainer(...features));
 * everyWayInIsGuarded(app, ["/graphql", "/graphql/schema"]); // fails without one of the rules
 * ```
 */
export function everyWayInIsGuarded(app: Application, except: readonly string[] = []): void {
  requireGuarded(app, "way in", ({ name, path }) => !except.includes(name) && !except.includes(path ?? name));
}

function requireGuarded({ container }: Application, what: string, concerns: (way: WayIn) => boolean): void {
  if (!container.isBound(AccessReport)) {
    throw new TypeError("Cannot tell what is guarded as the application must have security(): it is not installed");
  }
  const open = container.get(AccessReport).unguarded.filter(concerns);
  if (open.length === 0) return;
  const names = open.map(({ kind, name }) => `${kind} ${name}`).join(", ");
  throw new Error(`Every ${what} must have a rule: there is none for ${names}`);
}
