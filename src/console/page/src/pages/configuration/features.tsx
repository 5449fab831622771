import { useData } from "../../data/use_data.ts";
import { Status } from "../../ui/status.tsx";
import type { PartProps } from "./page.tsx";
import { contains, PartTable, Pending } from "./rows.tsx";

interface Condition {
  readonly message: string;
}

interface Answer {
  readonly contexts: {
    readonly application: {
      readonly positiveMatches: Readonly<Record<string, readonly Condition[]>>;
      readonly negativeMatches: Readonly<Record<string, { readonly notMatched: readonly Condition[] }>>;
    };
  };
}

/** What is installed and shown, and what is not, with the reason. */
export function Features({ text }: PartProps) {
  const { data, error, reload } = useData<Answer>("conditions");
  if (data === undefined) return <Pending error={error} reload={reload} />;
  const { positiveMatches, negativeMatches } = data.contexts.application;
  const rows = [
    ...Object.entries(positiveMatches).map(([name, all]) => ({ name, all, status: "UP" })),
    ...Object.entries(negativeMatches).map(([name, { notMatched }]) => ({ name, all: notMatched, status: "" })),
  ].map(({ name, all, status }) => ({ name, status, reason: all.map(({ message }) => message).join("; ") }));
  return (
    <PartTable
      label="Features"
      columns={["Feature", "State", "Reason"]}
      rows={rows.filter(({ name, reason }) => contains(text, name, reason)).map(({ name, status, reason }) => ({
        key: `${status} ${name}`,
        cells: [<code>{name}</code>, <Status value={status === "" ? "off" : "on"} />, reason],
      }))}
    />
  );
}
