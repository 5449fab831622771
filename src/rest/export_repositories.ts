import { type Container, loadInflection } from "../../deps.ts";
import { AccessReport, VisibilityProfiles } from "../context/mod.ts";
import { HttpRoute, SecurityScheme } from "../http/mod.ts";
import { descriptionOf, EspalierProperties, Logger } from "../kernel/mod.ts";
import type { CollectionOperation } from "./export/collection_access.ts";
import { CollectionRegistry, needsPlural } from "./export/collection_registry.ts";
import { ExportView } from "./export/export_view.ts";
import { targetClassOf } from "./export/field.ts";
import { Pluralizer } from "./export/pluralizer.ts";
import { RepositoryExport } from "./export/repository_export.ts";
import { Curie } from "./hal/curies.ts";
import { RepresentationModelProcessor } from "./model/representation_model_processor.ts";
import { profileRoutes } from "./resources/profile_routes.ts";
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
  const plural = await pluralizer(container, exports.some(needsPlural));
  const newContext = await contextFactory(container);
  const routes = container.isBound(VisibilityProfiles)
    ? visibleRoutes(exports, container.get(VisibilityProfiles), (view) => {
      return newContext(new CollectionRegistry(exports, plural, view));
    })
    : restRoutes(newContext(new CollectionRegistry(exports, plural)));
  // Only what was asked for is deactivated.
  container.getAll(RestContext);
  for (const route of routes) container.bind(HttpRoute).toConstantValue(route);
}

/** Each profile has collections of its own, so that documents, links, forms and schemas agree by themselves. */
function visibleRoutes(
  exports: readonly RepositoryExport[],
  profiles: VisibilityProfiles,
  newContext: (view: ExportView) => RestContext,
): HttpRoute[] {
  profiles.addKnown(coordinatesOf(exports));
  return profileRoutes(
    new Map(profiles.names.map((name) => {
      const view = new ExportView(exports, { name, hides: (coordinates) => profiles.hides(name, coordinates) });
      return [name, restRoutes(newContext(view))];
    })),
    profiles,
  );
}

function coordinatesOf(exports: readonly RepositoryExport[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (type: RepositoryExport["repository"]["entityType"]) => {
    const description = descriptionOf(type);
    const name = description?.entity.name ?? type.name;
    if (description === undefined || found.has(name)) return;
    found.add(name);
    for (const [property, descriptor] of description.properties) {
      found.add(`${name}.${property}`);
      const target = targetClassOf(descriptor);
      if (target !== undefined) add(target);
    }
  };
  for (const { repository, options } of exports) {
    add(repository.entityType);
    const { name = repository.entityType.name } = descriptionOf(repository.entityType)?.entity ?? {};
    for (const association of Object.keys(options.associations ?? {})) found.add(`${name}.${association}`);
  }
  return found;
}

async function contextFactory(container: Container): Promise<(registry: CollectionRegistry) => RestContext> {
  const parts = {
    properties: container.get(EspalierProperties),
    logger: container.get(Logger).forCategory("espalier.rest"),
    listeners: await container.getAllAsync(RepositoryEventListener),
    processors: await container.getAllAsync(RepresentationModelProcessor),
    curies: await container.getAllAsync(Curie),
    securitySchemes: await container.getAllAsync(SecurityScheme),
    turns: new Map(),
  };
  const report = container.isBound(AccessReport) ? container.get(AccessReport) : undefined;
  return (registry) => {
    if (report !== undefined) reportOperations(registry, report);
    const context = new RestContext({ ...parts, registry });
    container.bind(RestContext).toConstantValue(context).onDeactivation((held) => held[Symbol.dispose]());
    return context;
  };
}

/** Collections of several profiles have the same rules: each operation is there once. */
function reportOperations(registry: CollectionRegistry, report: AccessReport): void {
  const known = new Set(report.ways.filter(({ kind }) => kind === "operation").map(({ name }) => name));
  for (const { access, rel, writable } of registry) {
    if (!access.isRuled) continue;
    const offered = (["create", "update", "delete"] as const).filter((each) => writable[each]);
    const operations: readonly CollectionOperation[] = ["read", ...offered];
    for (const each of operations) {
      const name = `${each} ${rel}`;
      if (!known.has(name)) report.add({ kind: "operation", name, requires: access.of(each)?.description });
    }
  }
}

async function pluralizer(container: Container, isNeeded: boolean): Promise<Pluralizer> {
  if (container.isBound(Pluralizer)) return container.get(Pluralizer);
  if (!isNeeded) return (noun) => noun;
  const { pluralize } = await loadInflection();
  return (noun) => pluralize(noun);
}
