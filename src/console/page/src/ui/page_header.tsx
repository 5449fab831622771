import type { ComponentChildren } from "preact";

/** The heading of a page, with its controls beside it. */
export function PageHeader(
  { title, note, children }: {
    readonly title: ComponentChildren;
    /** A short fact beside the title. */
    readonly note?: ComponentChildren;
    /** Controls. */
    readonly children?: ComponentChildren;
  },
) {
  return (
    <header class="page-header">
      <div class="page-title">
        <h1>{title}</h1>
        {note !== undefined && <span class="note">{note}</span>}
      </div>
      {children && <div class="controls">{children}</div>}
    </header>
  );
}
