import { useState } from "preact/hooks";
import { writeData } from "../../data/read_data.ts";
import { hasEndpoint, service } from "../../data/service.ts";
import { useData } from "../../data/use_data.ts";
import { EmptyPage } from "../../ui/empty_state.tsx";
import { PageHeader } from "../../ui/page_header.tsx";
import { type OperationFile, type OperationList, readOperations, suggestedPath } from "./operations.ts";
import { type GraphiQlTabs, useGraphiQlTabs } from "./use_graphiql_tabs.ts";

const install = `import { graphiql } from "@espalier/espalier/graphiql";

createContainer(graphql(), graphiql(), console())`;

/** GraphiQL in the console's frame; in development, it opens and saves the project's operations. */
export default function GraphiQlPage() {
  const path = service.value?.paths.graphiql;
  if (path === undefined) {
    return (
      <EmptyPage heading="GraphiQL" title="GraphiQL is not served" code={install}>
        Install graphiql(). Outside of the development preset, graphql.graphiql switches it on; its path must not have
        variables.
      </EmptyPage>
    );
  }
  return <Frame path={path} />;
}

function Frame({ path }: { readonly path: string }) {
  const { frame, tabs, onLoad } = useGraphiQlTabs();
  return (
    <>
      <PageHeader title="GraphiQL">
        {hasEndpoint("operations") && tabs !== undefined && <ProjectFiles tabs={tabs} />}
        <a class="button" href={path} target="_blank" rel="noopener">New tab</a>
      </PageHeader>
      <iframe ref={frame} class="graphiql-frame" title="GraphiQL" src={path} onLoad={onLoad} />
    </>
  );
}

/** The file of a tab, in the version that was read or saved. */
type OpenFile = Pick<OperationFile, "path" | "version">;

function ProjectFiles({ tabs }: { readonly tabs: GraphiQlTabs }) {
  const { data, error, reload } = useData<OperationList>("operations");
  const [opened, setOpened] = useState<Readonly<Record<string, OpenFile>>>({});
  const [typed, setTyped] = useState<string | undefined>();
  const [message, setMessage] = useState<{ readonly text: string; readonly hasFailed?: boolean }>({ text: "" });
  const file = opened[tabs.active.id];
  const attempt = async (action: () => Promise<string>) => {
    try {
      setMessage({ text: await action() });
    } catch (cause) {
      setMessage({ text: (cause as Error).message, hasFailed: true });
    }
    setTyped(undefined);
    reload();
  };
  const open = (path: string) =>
    attempt(async () => {
      const { text, version } = await readOperations(path);
      const id = tabs.open(text);
      setOpened((last) => ({ ...last, [id]: { path, version } }));
      return `Opened ${path}`;
    });
  const save = (path: string) =>
    attempt(async () => {
      const { id } = tabs.active;
      const version = file?.path === path ? file.version : undefined;
      await writeData("operations", pathIn(path), { method: "PUT", body: { text: tabs.text(), version } });
      const saved = await readOperations(path);
      setOpened((last) => ({ ...last, [id]: { path, version: saved.version } }));
      return `Saved ${path}`;
    });
  return (
    <>
      <FileList {...(data && { list: data })} open={open} />
      {data?.isWritable && (
        <form
          class="save-form"
          onSubmit={(event) => {
            event.preventDefault();
            void save(typed ?? file?.path ?? suggestedPath(tabs.active.name));
          }}
        >
          <input
            class="field"
            aria-label="File of the tab"
            spellcheck={false}
            value={typed ?? file?.path ?? suggestedPath(tabs.active.name)}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" class="button">Save</button>
        </form>
      )}
      {error && <p class="note" role="alert">{error.message}</p>}
      {message.text !== "" && <p class="note" role={message.hasFailed ? "alert" : "status"}>{message.text}</p>}
    </>
  );
}

function FileList({ list, open }: { readonly list?: OperationList; readonly open: (path: string) => Promise<void> }) {
  const title = list === undefined
    ? "Loading…"
    : !list.isReadable
    ? "Needs --allow-read"
    : list.files.length === 0
    ? "No .graphql files yet"
    : "Open a file of the project";
  return (
    <select
      class="field file-list"
      aria-label="Files of the project"
      value=""
      disabled={(list?.files.length ?? 0) === 0}
      onChange={(event) => {
        const { value } = event.currentTarget;
        event.currentTarget.value = "";
        if (value !== "") void open(value);
      }}
    >
      <option value="">{title}</option>
      {list?.files.map(({ path, operations }) => (
        <option key={path} value={path}>{path}: {operations.map((name) => name || "unnamed").join(", ")}</option>
      ))}
      {list?.isReadable && !list.isComplete && <option disabled>There are more files</option>}
    </select>
  );
}

function pathIn(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
