/** The fields that a client selects below a field, after `@skip`, `@include` and fragments. */
export interface DataFetchingFieldSelectionSet {
  /**
   * Whether a field is selected.
   *
   * @param pattern a name or a path with `/`, in which `*` stands for one name and `**` for any number: `"author/*"`
   */
  contains(pattern: string): boolean;
  /** The paths of all selected fields, depth first, separated by `/`: `["author", "author/name"]`. */
  readonly fields: readonly string[];
}
