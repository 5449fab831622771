/**
 * Collects a project's types for schema inspection. Loads the TypeScript compiler: for tasks, not for services.
 *
 * @module
 */

export { type CollectOptions, collectTypeFacts } from "./collect_type_facts.ts";
export { type TypeFacts, typeFactsFile } from "../inspection/mod.ts";
