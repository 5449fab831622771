import { useData } from "../../data/use_data.ts";
import { type Mappings, routesOf } from "./mappings.ts";
import type { PartProps } from "./page.tsx";
import { contains, PartTable, Pending } from "./rows.tsx";

/** The paths that the service answers. */
export function Routes({ text }: PartProps) {
  const { data, error, reload } = useData<Mappings>("mappings");
  if (data === undefined) return <Pending error={error} reload={reload} />;
  const rows = routesOf(data).filter(({ pattern, handler }) => contains(text, pattern, handler));
  return (
    <PartTable
      label="Routes"
      columns={["Path", "Methods", "Answered by"]}
      rows={rows.map(({ pattern, methods, handler }, at) => ({
        key: `${at} ${pattern}`,
        cells: [
          pattern.includes("{") ? <code>{pattern}</code> : (
            <a href={pattern} target="_blank">
              <code>{pattern}</code>
            </a>
          ),
          methods === "" ? <span class="hint">any</span> : methods,
          handler,
        ],
      }))}
    />
  );
}
