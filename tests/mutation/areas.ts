/** A part of the source where a silent mistake is expensive, and the tests that have to find each change of it. */
export interface Area {
  readonly name: string;
  /** Files and folders, from the root of the repository. */
  readonly sources: readonly string[];
  /** Test files; none may start another process. */
  readonly tests: readonly string[];
  /** Whether tests also use PostgreSQL and MariaDB, where these are present; others use memory and SQLite alone. */
  readonly needsDatabases?: boolean;
}

/** The least share of mutants that the tests of an area find, in percent. */
export const minScore = 85;

/** All areas, in the order of the report. */
export const areas: readonly Area[] = [
  {
    name: "cursors",
    sources: ["src/graphql/pagination"],
    tests: [
      "tests/graphql/pagination/connection_fetchers_test.ts",
      "tests/graphql/pagination/connection_test.ts",
      "tests/graphql/pagination/connection_types_test.ts",
      "tests/graphql/pagination/controller_pagination_test.ts",
      "tests/graphql/pagination/cursor_test.ts",
      "tests/graphql/pagination/subrange_test.ts",
      "tests/graphql/repositories/repository_fetchers_test.ts",
      "tests/graphql/controllers/batch_mapping_test.ts",
      "tests/data/scroll_subrange_test.ts",
      "tests/data/nested_pages_test.ts",
    ],
  },
  {
    name: "keyset",
    sources: ["src/data/query/keyset.ts", "src/data/scroll_position.ts", "src/data/repositories/read_window.ts"],
    tests: [
      "tests/data/keyset_test.ts",
      "tests/data/paging_test.ts",
      "tests/data/exact_types_test.ts",
      "tests/data/keyset_plans_test.ts",
      "tests/data/composite_ids/keyset_test.ts",
      "tests/data/scroll_subrange_test.ts",
      "tests/data/window_iterator_test.ts",
      "tests/data/existing_columns_test.ts",
      "tests/data/hard_values_test.ts",
      "tests/data/nested_pages_test.ts",
      "tests/data/statements_test.ts",
      "tests/rest/cursor_pages_test.ts",
    ],
    needsDatabases: true,
  },
  {
    name: "cost-limiter",
    sources: [
      "src/graphql/interception/limits/argument_sizes.ts",
      "src/graphql/interception/limits/cost_form.ts",
      "src/graphql/interception/limits/cost_plan.ts",
      "src/graphql/interception/limits/field_cost.ts",
      "src/graphql/interception/limits/operation_cost.ts",
      "src/graphql/interception/limits/operation_limits.ts",
      "src/graphql/interception/limits/size_variables.ts",
    ],
    tests: [
      "tests/security/limits_test.ts",
      "tests/security/list_sizes_test.ts",
      "tests/security/operation_cost_test.ts",
      "tests/security/field_merge_test.ts",
      "tests/observability/capacity_metrics_test.ts",
    ],
  },
  {
    name: "leases",
    sources: ["src/modulith/events/publications/lease_keeper.ts"],
    tests: [
      "tests/events/lease_keeper_test.ts",
      "tests/events/publication_attempts_test.ts",
      "tests/events/stored_events_test.ts",
    ],
  },
  {
    name: "authorization",
    sources: [
      "src/context/access_rules.ts",
      "src/data/query/row_access.ts",
      "src/graphql/access/access_directives.ts",
      "src/graphql/access/access_visitor.ts",
      "src/graphql/access/guarded_fetcher.ts",
      "src/graphql/access/property_fields.ts",
      "src/rest/export/collection_access.ts",
      "src/security/property_rules.ts",
      "src/security/row_rules.ts",
    ],
    tests: [
      "tests/authorization/denied_collections_test.ts",
      "tests/authorization/everywhere_test.ts",
      "tests/authorization/fields_test.ts",
      "tests/authorization/left_out_operations_test.ts",
      "tests/authorization/operations_test.ts",
      "tests/authorization/properties_test.ts",
      "tests/authorization/property_searches_test.ts",
      "tests/authorization/rows_test.ts",
      "tests/authorization/rules_test.ts",
      "tests/authorization/writes_report_test.ts",
      "tests/federation/access_test.ts",
      "tests/visibility/graphql_test.ts",
      "tests/visibility/rest_test.ts",
    ],
  },
  {
    name: "json-patch",
    sources: [
      "src/rest/write/pointer_targets.ts",
      "src/rest/write/equal_json.ts",
      "src/rest/write/json_depth.ts",
      "src/rest/write/json_patch.ts",
    ],
    tests: [
      "tests/rest/json_patch_rules_test.ts",
      "tests/rest/json_patch_test.ts",
      "tests/rest/nested_objects_test.ts",
      "tests/rest/input_limits_test.ts",
    ],
  },
  {
    name: "argument-binding",
    // Without `sample_value.ts`: any other values would do as samples.
    sources: [
      "src/graphql/controllers/binding/absent_value.ts",
      "src/graphql/controllers/binding/argument_name_resolver.ts",
      "src/graphql/controllers/binding/argument_value.ts",
      "src/graphql/controllers/binding/argument_value_of.ts",
      "src/graphql/controllers/binding/bind_argument.ts",
      "src/graphql/controllers/binding/binder_for.ts",
      "src/graphql/controllers/binding/binding_error.ts",
      "src/graphql/controllers/binding/class_binder.ts",
      "src/graphql/controllers/binding/constructor_parameters.ts",
      "src/graphql/controllers/binding/require_bindable.ts",
      "src/graphql/controllers/binding/scalar_binder.ts",
    ],
    tests: [
      "tests/graphql/controllers/all_arguments_test.ts",
      "tests/graphql/controllers/binding_test.ts",
      "tests/graphql/controllers/constructor_orders_test.ts",
      "tests/graphql/controllers/constructors_test.ts",
      "tests/graphql/controllers/conversions_test.ts",
      "tests/graphql/controllers/input_classes_test.ts",
      "tests/graphql/controllers/misuse_test.ts",
      "tests/graphql/controllers/parameters_test.ts",
      "tests/graphql/controllers/validation_test.ts",
    ],
  },
];
