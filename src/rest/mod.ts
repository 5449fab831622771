/**
 * REST: repositories as paged, sorted hypermedia collections (HAL), with searches, filters, forms, profiles, OpenAPI and
 * writes that check preconditions.
 *
 * ```ts
 * import { bean, createApp, createContainer, data, entity, exportRepository, rest, t } from "@espalier/espalier";
 * import { Database, repository } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * const features = [data({ entities: [Book] }), rest(), bean(Books, Database), exportRepository(Books)];
 * await using app = await createApp(createContainer(...features));
 * await app.container.get(Books).save(new Book({ title: "Emma" }));
 * const collection = await (await app.fetch(new Request("http://localhost/books"))).json();
 * console.log(collection.page.totalElements); // 1
 * ```
 *
 * - Feature: {@linkcode rest}. Collections: {@linkcode exportRepository} with {@linkcode RepositoryExportOptions}; names and
 *   rels by {@linkcode RestResource}.
 * - Changes to documents: {@linkcode RepresentationModelProcessor}. Events of writes:
 *   {@linkcode RepositoryEventListener}.
 * - Parameters of your own routes: {@linkcode PageableResolver}, {@linkcode parseSortParameter},
 *   {@linkcode pagingLinks}.
 *
 * Read on: `docs/rest.md` in the repository.
 *
 * @module
 */

export type { AssociationOptions, AssociationResult } from "./export/association_options.ts";
export type { ExportAccess } from "./export/collection_access.ts";
export * from "./export/export_repository.ts";
export type { FilterOperator, FilterOptions } from "./export/filter_options.ts";
export * from "./export/pluralizer.ts";
export type { Projection } from "./export/projection.ts";
export * from "./export/repository_export.ts";
export type {
  BinaryOptions,
  IdConverter,
  PropertyExportOptions,
  RepositoryExportOptions,
  ValidationOptions,
  WritableOptions,
} from "./export/repository_export_options.ts";
export { RestResource } from "./export/rest_resource.ts";
export type { SearchOptions, SearchResult } from "./export/search_options.ts";
export * from "./feature.ts";
export type { HalFormsOptions, HalFormsProperty } from "./forms/hal_forms_property.ts";
export { Curie } from "./hal/curies.ts";
export { type Link, type Links, linkTo } from "./hal/link.ts";
export * from "./hal/paging_links.ts";
export type { TemplateVariable } from "./hal/uri_template.ts";
export { type Action, type Additions, ItemModel, RepresentationModel } from "./model/representation_model.ts";
export * from "./model/representation_model_processor.ts";
export {
  PageableResolver,
  type PageableResolverOptions,
  type PagingParameterNames,
  type RejectedParameter,
  type ResolvedPageable,
} from "./query/pageable_resolver.ts";
export { QueryParameters } from "./query/query_parameters.ts";
export * from "./query/sort_parameter.ts";
export type { SortTranslator, TranslatedOrder } from "./query/sort_translator.ts";
export type { FieldError } from "./write/field_error.ts";
export * from "./write/repository_constraint_violation_error.ts";
export * from "./write/repository_event_listener.ts";
