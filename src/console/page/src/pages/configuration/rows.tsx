import type { ComponentChildren } from "preact";
import { EmptyState, Failure, Loading } from "../../ui/empty_state.tsx";

/** A table of a part of the page. */
export function PartTable(
  { label, columns, rows }: {
    readonly label: string;
    readonly columns: readonly string[];
    /** Rows of cells. */
    readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
  },
) {
  if (rows.length === 0) return <EmptyState title="Nothing fits the filter" />;
  return (
    <div class="card table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="settings">
        <thead>
          <tr>{columns.map((column) => <th key={column} scope="col">{column}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => <tr key={key}>{cells.map((cell, at) => <td key={at}>{cell}</td>)}</tr>)}
        </tbody>
      </table>
    </div>
  );
}

/** Stands for data that are not there yet, or can't be read. */
export function Pending({ error, reload }: { readonly error: Error | undefined; readonly reload: () => void }) {
  return error === undefined ? <Loading /> : <Failure error={error} retry={reload} />;
}

/** A value as a person would write it. */
export function settingText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

/** Whether one of the texts contains another. */
export function contains(text: string, ...texts: readonly string[]): boolean {
  return text === "" || texts.some((each) => each.toLowerCase().includes(text));
}
