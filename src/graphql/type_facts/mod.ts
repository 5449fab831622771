/**
 * Collects a project's types for schema inspection. Loads the TypeScript compiler: for tasks, not for services.
 *
 * @module
 */

export { collectTypeFacts } from "./collect_type_facts.ts";
export { type CollectOptions } from "./collect_options.ts";
export { type TypeFacts, typeFactsFile } from "../inspection/mod.ts";
