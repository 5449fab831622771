/**
 * Tests of services: testers of GraphQL and HAL, scenarios of events, slices of modules, replaced beans, recorded spans
 * and work, and checks that rules are complete.
 *
 * ```ts
 * import { createApp, createContainer, t } from "@espalier/espalier";
 * import { GraphQlTester } from "@espalier/espalier/testing";
 *
 * // Any server can be tested; `GraphQlTester.create(app)` takes an application.
 * const answer = () => Response.json({ data: { book: { title: "Emma", year: 1815 } } });
 * const tester = GraphQlTester.http({ url: "http://localhost/graphql", fetch: answer });
 *
 * const response = await tester.document("query Book($id: ID!) { book(id: $id) { title year } }")
 *   .variable("id", "158")
 *   .execute();
 * response.path("book.title").entity(t.string).isEqualTo("Emma");
 * response.path("book").matchesJson({ year: 1815 });
 * ```
 *
 * - Interfaces: {@linkcode GraphQlTester}, {@linkcode HalTester}.
 * - Parts: {@linkcode moduleSlice}, {@linkcode override}, {@linkcode Scenario}, {@linkcode PublishedEvents},
 *   {@linkcode SpanRecorder}, {@linkcode recordWork}.
 * - Rules: {@linkcode ActingPrincipals}, {@linkcode everyWayInIsGuarded}, {@linkcode assertNoSchemaFindings}.
 *
 * Read on: `docs/testing.md` in the repository.
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
