import type { ComponentChildren } from "preact";
import { PageHeader } from "./page_header.tsx";

/** Stands where there is nothing to show: what is missing, and how it gets there. */
export function EmptyState(
  { title, children, code }: {
    readonly title: string;
    readonly children?: ComponentChildren;
    /** Source that installs what is missing. */
    readonly code?: string;
  },
) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {code && <pre tabIndex={0}><code>{code}</code></pre>}
    </div>
  );
}

/** An {@linkcode EmptyState} in place of a whole page. */
export function EmptyPage(
  { heading, ...state }: {
    /** The page's title. */
    readonly heading: string;
    readonly title: string;
    readonly children?: ComponentChildren;
    readonly code?: string;
  },
) {
  return (
    <>
      <PageHeader title={heading} />
      <EmptyState {...state} />
    </>
  );
}

/** Stands where data could not be read. */
export function Failure({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  return (
    <div class="empty" role="alert">
      <h2>Cannot read the data</h2>
      <p>{error.message}</p>
      {retry && <button type="button" class="button" onClick={retry}>Try again</button>}
    </div>
  );
}

/** Stands while the first data are on their way. */
export function Loading() {
  return <p class="loading" role="status">Loading…</p>;
}
