import { type Container, loadInflection } from "../../deps.ts";
import { VisibilityProfiles } from "../context/mod.ts";
import { HttpRoute, SecurityScheme } from "../http/mod.ts";
import { type Class, descriptionOf, EspalierProperties, Logger } from "../kernel/mod.ts";
import { CollectionRegistry, needsPlural } from "./export/collection_registry.ts";
import { type Field, targetClassOf } from "./export/field.ts";
import { Pluralizer } from "./export/pluralizer.ts";
import { RepositoryExport } from "./export/repository_export.ts";
import { Curie } from "./hal/curies.ts";
import { RepresentationModelProcessor } from "./model/representation_model_processor.ts";
import { RestContext } from "./resources/rest_context.ts";
import { restRoutes } from "./resources/rest_routes.ts";
import { RepositoryEventListener } from "./write/repository_event_listener.ts";

/**
 * Makes the collections of all exported repositories, and binds their routes.
 *
 * @param container the application's container
 */
export async function exportRepositories(container: Container): Promise<void> {
  const exports = await container.getAllAsync(RepositoryExport);
  const registry = new CollectionRegistry(exports, await pluralizer(container, exports.some(needsPlural)));
  if (container.isBound(VisibilityProfiles)) requireVisible(registry, container.get(VisibilityProfiles));
  const context = new RestContext({
    registry,
    properties: container.get(EspalierProperties),
    logger: container.get(Logger).forCategory("espalier.rest"),
    listeners: await container.getAllAsync(RepositoryEventListener),
    processors: await container.getAllAsync(RepresentationModelProcessor),
    curies: await container.getAllAsync(Curie),
    securitySchemes: await container.getAllAsync(SecurityScheme),
  });
  container.bind(RestContext).toConstantValue(context).onDeactivation((held) => held[Symbol.dispose]());
  // Only what was asked for is deactivated.
  container.get(RestContext);
  for (const route of restRoutes(context)) container.bind(HttpRoute).toConstantValue(route);
}

/** Collections have no profiles: what is hidden must not be shown by them. */
function requireVisible(registry: CollectionRegistry, profiles: VisibilityProfiles): void {
  const seen = new Set<Class>();
  const check = (type: Class) => {
    if (seen.has(type)) return;
    seen.add(type);
    for (
      const coordinates of [
        type.name,
        ...registry.fieldsOf(type).filter(isShown).map(({ property }) => `${type.name}.${property}`),
      ]
    ) {
      const profile = profiles.names.find((name) => profiles.hides(name, coordinates));
      if (profile === undefined) continue;
      throw new TypeError(
        `Cannot hide "${coordinates}" from profile "${profile}" as its collection shows it to everybody: hide it by ` +
          'the option "properties" of exportRepository, or don\'t export it',
      );
    }
    for (const { descriptor } of registry.fieldsOf(type).filter(isShown)) {
      const target = targetClassOf(descriptor);
      if (target !== undefined && descriptionOf(target) !== undefined) check(target);
    }
  };
  for (const { type } of registry) check(type);
}

function isShown({ hidden }: Field): boolean {
  return !hidden;
}

async function pluralizer(container: Container, isNeeded: boolean): Promise<Pluralizer> {
  if (container.isBound(Pluralizer)) return container.get(Pluralizer);
  if (!isNeeded) return (noun) => noun;
  const { pluralize } = await loadInflection();
  return (noun) => pluralize(noun);
}
