/** The selected properties of an entity or a value by name: each whole (`undefined`), or with what is selected of it. */
export type Selection = ReadonlyMap<string, Selection | undefined>;

/**
 * Arranges property paths as a tree.
 *
 * @param paths for example `["title", "author.name"]`; a path includes all paths below it
 */
export function selectionOf(paths: Iterable<string>): Selection {
  const byName = Map.groupBy(paths, (path) => path.split(".", 1)[0]!);
  return new Map([...byName].map(([name, group]) => {
    if (group.includes(name)) return [name, undefined] as const;
    return [name, selectionOf(group.map((path) => path.slice(name.length + 1)))] as const;
  }));
}
