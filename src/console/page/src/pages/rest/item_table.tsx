import { type HalDocument, linksOf, pathOf, propertiesOf, withoutVariables, withParameter } from "./hal.ts";

/** The items of a list. Headers sort by the properties that are single values, and show how the list is sorted. */
export function ItemTable(
  { relation, items, path, canSort, open }: {
    readonly relation: string;
    readonly items: readonly HalDocument[];
    /** The address of the list. */
    readonly path: string;
    /** Whether the list takes a sort. */
    readonly canSort: boolean;
    readonly open: (path: string) => void;
  },
) {
  const columns = [...new Set(items.flatMap((item) => propertiesOf(item).map(([name]) => name)))];
  const single = (name: string) => items.every((item) => typeof item[name] !== "object" || item[name] === null);
  const sorted = new URL(path, location.origin).searchParams.getAll("sort");
  const [by, direction] = sorted.length === 1 ? sorted[0]!.split(",") : [];
  const sortBy = (name: string) =>
    open(withParameter(path, "sort", `${name},${by === name && direction !== "desc" ? "desc" : "asc"}`));
  return (
    <div class="card table-scroll" role="region" aria-label={relation} tabIndex={0}>
      <table class="items">
        <thead>
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                aria-sort={by !== name ? "none" : direction === "desc" ? "descending" : "ascending"}
              >
                {canSort && single(name)
                  ? (
                    <button type="button" class="sort" onClick={() => sortBy(name)}>
                      {name}{" "}
                      {by === name ? direction === "desc" ? "↓" : "↑" : <span class="hint" aria-hidden="true">↕</span>}
                    </button>
                  )
                  : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => {
            const self = linksOf(item).find(([name]) => name === "self")?.[1].href;
            const target = self === undefined ? undefined : pathOf(withoutVariables(self));
            return (
              <tr key={target ?? at}>
                {columns.map((name, column) => (
                  <td key={name}>
                    {column === 0 && target !== undefined
                      ? (
                        <button type="button" class="link" onClick={() => open(target)}>
                          {textOf(item[name]) || target}
                        </button>
                      )
                      : textOf(item[name])}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A value as text: lists of texts with commas, objects as JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
