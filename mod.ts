/**
 * The front door of Espalier: what a service meets first.
 *
 * @module
 */

export type { ServiceIdentifier } from "./deps.ts";
export { Container } from "./deps.ts";
export * from "./src/kernel/mod.ts";
export * from "./src/container/mod.ts";
export * from "./src/app/mod.ts";
export { data, type DataOptions } from "./src/data/feature.ts";
export {
  ArgumentValue,
  argumentValueOf,
  BatchMapping,
  Controller,
  controller,
  ControllerAdvice,
  controllerAdvice,
  DataFetcherExceptionResolver,
  DataFetcherResult,
  ErrorType,
  graphql,
  GraphQlExceptionHandler,
  graphQlRepository,
  GraphQlSource,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  RuntimeWiringConfigurer,
  SchemaMapping,
  SubscriptionMapping,
  WebGraphQlInterceptor,
} from "./src/graphql/mod.ts";
export { exportRepository } from "./src/rest/export/export_repository.ts";
export { rest } from "./src/rest/feature.ts";
