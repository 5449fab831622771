import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { basePath } from "./base_path.ts";

/** An address within the console. */
export interface Place {
  /** The page's id; `""` for the first page. */
  readonly page: string;
  /** What follows the page's id, percent-decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

const href = signal(location.href);

/** The current address. */
export const place: ReadonlySignal<Place> = computed(() => {
  const url = new URL(href.value);
  const [page = "", ...path] = url.pathname.slice(basePath.length).split("/").filter((part) => part !== "")
    .map(decodeURIComponent);
  return { page, path, query: url.searchParams };
});

/**
 * Makes an address of the console.
 *
 * @param page the page's id
 * @param path what follows
 * @param query parameters; empty ones are left out
 */
export function addressOf(page: string, path: readonly string[] = [], query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  const search = parameters.size === 0 ? "" : `?${parameters}`;
  return [basePath, page, ...path.map(encodeURIComponent)].filter((part) => part !== "").join("/") + search;
}

/**
 * Goes to an address of the console.
 *
 * @param address as {@linkcode addressOf} makes it
 * @param replaces whether "Back" skips the current address
 */
export function navigate(address: string, replaces = false): void {
  const url = new URL(address, location.href).href;
  if (url === href.value) return;
  if (replaces) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  href.value = url;
}

/** Changes parameters of the current address without a new entry in the history; empty ones are removed. */
export function setQuery(changes: Record<string, string>): void {
  const url = new URL(href.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  navigate(url.href, true);
}

addEventListener("popstate", () => href.value = location.href);

// Links are links, so that they can be opened in a new tab; a plain click stays in this page.
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target !== "" || link.origin !== location.origin) return;
  if (link.pathname !== basePath && !link.pathname.startsWith(`${basePath}/`)) return;
  event.preventDefault();
  navigate(link.href);
});
