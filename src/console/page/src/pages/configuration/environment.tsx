import { useData } from "../../data/use_data.ts";
import type { PartProps } from "./page.tsx";
import { contains, PartTable, Pending, settingText } from "./rows.tsx";

interface Answer {
  readonly propertySources: readonly {
    readonly name: string;
    readonly properties: Readonly<Record<string, { readonly value: unknown }>>;
  }[];
}

/** Where values come from, source by source. */
export function Environment({ text }: PartProps) {
  const { data, error, reload } = useData<Answer>("env");
  if (data === undefined) return <Pending error={error} reload={reload} />;
  const rows = data.propertySources.flatMap(({ name: source, properties }) =>
    Object.entries(properties).map(([name, { value }]) => ({ source, name, value: settingText(value) }))
  ).filter(({ source, name, value }) => contains(text, source, name, value));
  return (
    <PartTable
      label="Environment"
      columns={["Name", "Value", "Source"]}
      rows={rows.map(({ source, name, value }) => ({
        key: `${source} ${name}`,
        cells: [<code>{name}</code>, <code class="setting">{value}</code>, source],
      }))}
    />
  );
}
