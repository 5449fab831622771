/**
 * What tests of a service need: testers for its interfaces, and hands to hold its parts.
 *
 * @module
 */

export * from "./events/event_expectation.ts";
export * from "./events/published_events.ts";
export * from "./events/scenario.ts";
export type { Expectation, RunningScenario } from "./events/running_scenario.ts";
export { ScenarioStimulus, type StimulusParts } from "./events/scenario_stimulus.ts";
export { StateExpectation } from "./events/state_expectation.ts";
export * from "./graphql/graphql_tester.ts";
export * from "./graphql/graphql_tester_path.ts";
export * from "./graphql/graphql_tester_path.ts";
export * from "./graphql/graphql_tester_response.ts";
export * from "./graphql/graphql_tester_path.ts";
export * from "./graphql/graphql_tester_request.ts";
export * from "./graphql/graphql_tester_response.ts";
export * from "./hal/hal_resource.ts";
export * from "./hal/hal_tester.ts";
export type { TemplateValues } from "./hal/uri_template_expansion.ts";
export * from "./inspection/assert_no_findings.ts";
export * from "./modules/module_slice.ts";
export * from "./override.ts";
export * from "./request_work.ts";
export * from "./security/acting_principals.ts";
export * from "./security/guarded_mutations.ts";
export * from "./span_recorder.ts";
export * from "./take.ts";
