import { useState } from "preact/hooks";
import { useData } from "../../data/use_data.ts";
import type { PartProps } from "./page.tsx";
import { contains, PartTable, Pending, settingText } from "./rows.tsx";

interface Group {
  readonly prefix: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, { readonly value?: unknown; readonly origin?: string }>>;
}

interface Answer {
  readonly contexts: { readonly application: { readonly beans: Readonly<Record<string, Group>> } };
}

/** All properties with their values, and where those come from that are not defaults. */
export function Properties({ text }: PartProps) {
  const { data, error, reload } = useData<Answer>("configprops");
  const [isChanged, setChanged] = useState(false);
  if (data === undefined) return <Pending error={error} reload={reload} />;
  const all = Object.values(data.contexts.application.beans).flatMap(({ prefix, properties, inputs }) =>
    Object.entries(properties).map(([key, value]) => ({
      name: prefix === "" ? key : `${prefix}.${key}`,
      value: settingText(value),
      origin: inputs[key]?.origin ?? "",
    }))
  );
  const found = all.filter(({ name, value, origin }) =>
    contains(text, name, value, origin) && (!isChanged || origin !== "")
  );
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={isChanged} onChange={(event) => setChanged(event.currentTarget.checked)} />
        Only what is set
      </label>
      <PartTable
        label="Properties"
        columns={["Property", "Value", "From"]}
        rows={found.map(({ name, value, origin }) => ({
          key: name,
          cells: [
            <code>{name}</code>,
            <code class={origin === "" ? "setting" : "setting set"}>{value}</code>,
            origin === "" ? <span class="hint">default</span> : origin,
          ],
        }))}
      />
    </>
  );
}
