import { useEffect, useState } from "preact/hooks";
import { writeData } from "../../data/read_data.ts";
import { useData } from "../../data/use_data.ts";
import { addressOf } from "../../shell/router.ts";
import type { PartProps } from "./page.tsx";
import { contains, PartTable, Pending } from "./rows.tsx";

interface Levels {
  readonly configuredLevel?: string;
  readonly effectiveLevel: string;
}

interface Answer {
  readonly levels: readonly string[];
  readonly loggers: Readonly<Record<string, Levels>>;
}

/** The levels of log categories, which can be changed while the service runs. */
export function LogLevels({ text }: PartProps) {
  const { data, error, reload } = useData<Answer>("loggers");
  const [failure, setFailure] = useState("");
  if (data === undefined) return <Pending error={error} reload={reload} />;
  const change = async (name: string, level: string) => {
    setFailure("");
    try {
      await writeData("loggers", name, { method: "POST", body: { configuredLevel: level === "" ? null : level } });
    } catch (cause) {
      setFailure((cause as Error).message);
      throw cause;
    } finally {
      reload();
    }
  };
  return (
    <>
      {failure !== "" && <p class="banner" role="alert">{failure}</p>}
      <PartTable
        label="Log levels"
        columns={["Category", "Level"]}
        rows={Object.entries(data.loggers).filter(([name]) => contains(text, name)).map(([name, levels]) => ({
          key: name,
          cells: [
            <a href={addressOf("logs", [], name === "ROOT" ? {} : { category: name })}>
              <code>{name}</code>
            </a>,
            <LevelChoice name={name} known={data.levels} levels={levels} change={change} />,
          ],
        }))}
      />
    </>
  );
}

interface LevelChoiceProps {
  readonly name: string;
  readonly known: readonly string[];
  readonly levels: Levels;
  readonly change: (name: string, level: string) => Promise<void>;
}

function LevelChoice({ name, known, levels: { configuredLevel, effectiveLevel }, change }: LevelChoiceProps) {
  const [pending, setPending] = useState<string | undefined>();
  useEffect(() => setPending(undefined), [configuredLevel]);
  return (
    <span class="level">
      <select
        class="field small"
        aria-label={`Level of ${name}`}
        value={pending ?? configuredLevel ?? ""}
        onChange={(event) => {
          setPending(event.currentTarget.value);
          void change(name, event.currentTarget.value).catch(() => setPending(undefined));
        }}
      >
        {name !== "ROOT" && <option value="">{effectiveLevel}, inherited</option>}
        {known.map((level) => <option key={level} value={level}>{level}</option>)}
      </select>
      {name !== "ROOT" && configuredLevel !== undefined && <span class="note">set to {configuredLevel}</span>}
    </span>
  );
}
