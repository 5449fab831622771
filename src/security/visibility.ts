import { ContainerModule } from "../../deps.ts";
import { type VisibilityOptions, VisibilityProfiles, visibilityProfiles } from "../context/mod.ts";
import { checkOptions, describeValue, installOnce, StartupTask } from "../kernel/mod.ts";

/**
 * The feature that hides parts of the service from some of its viewers: for each of them the service is as if these
 * parts
 * did not exist. The schema, introspection, validation, suggestions, the schema endpoint, collections, their profiles
 * and
 * OpenAPI all agree.
 *
 * @param options profiles, and which one a request gets
 * @returns a module for `createContainer`
 * @throws TypeError if there is no profile, there are more than 16, or an option does not exist
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { visibility } from "@espalier/espalier/security";
 *
 * const schema = "type Query { price: Int, margin: Int, cost: Int @visible(to: [\"staff\"]) }";
 * const feature = visibility({
 *   profiles: { public: { hide: ["Query.margin"] }, staff: {} },
 *   choose: ({ roles }) => roles.has("staff") ? "staff" : "public",
 * });
 * await using app = await createApp(createContainer(graphql({ schema: [Resource.text("s", schema)] }), feature));
 * const response = await app.fetch(new Request("http://localhost/graphql?query={margin}"));
 * console.log((await response.json()).errors[0].message); // Cannot query field "margin" on type "Query".
 * ```
 */
export function visibility(options: VisibilityOptions): ContainerModule {
  checkOptions<VisibilityOptions>("visibility()", options, { profiles: true, choose: true });
  if (typeof options.choose !== "function") {
    throw new TypeError(
      `Cannot install visibility() as "choose" must be a function: current value is ${describeValue(options.choose)}`,
    );
  }
  const profiles = visibilityProfiles(options);
  return new ContainerModule((module) => {
    installOnce("visibility()", module);
    module.bind(VisibilityProfiles).toConstantValue(profiles);
    module.bind(StartupTask).toConstantValue({
      name: "visibility: check what is hidden",
      order: Number.MAX_SAFE_INTEGER,
      run: () => profiles.requireKnown(),
    });
  });
}
