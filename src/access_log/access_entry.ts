/** The logged properties of a request; unknown ones are absent. */
export interface AccessEntry {
  /** When the response was ready, in milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly path: string;
  /** With its question mark, without secrets; `""` for none. */
  readonly query: string;
  readonly route: string | undefined;
  readonly status: number;
  /** Length of the body; absent if it is streamed. */
  readonly bytes: number | undefined;
  readonly durationMs: number;
  readonly remoteAddress: string | undefined;
  readonly user: string | undefined;
  readonly referer: string | undefined;
  readonly userAgent: string | undefined;
  readonly requestId: string;
  readonly traceId: string | undefined;
}

/** Maximum length of a value from the client, in characters. */
const maxLength = 1_000;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Writes an entry as one JSON object.
 *
 * @param entry the entry
 * @returns a line, without its end
 */
export function jsonLine(entry: AccessEntry): string {
  return JSON.stringify({
    time: new Date(entry.time).toISOString(),
    category: "espalier.access",
    method: cut(entry.method),
    path: cut(entry.path),
    ...(entry.query === "" ? {} : { query: cut(entry.query) }),
    route: entry.route,
    status: entry.status,
    bytes: entry.bytes,
    durationMs: entry.durationMs,
    remoteAddress: entry.remoteAddress,
    user: cut(entry.user),
    referer: cut(entry.referer),
    userAgent: cut(entry.userAgent),
    requestId: entry.requestId,
    traceId: entry.traceId,
  });
}

/**
 * Writes an entry in Apache's combined format, followed by the request id, the trace id and the duration in
 * milliseconds. The version of HTTP is not known to applications on Deno: it always says 1.1.
 *
 * @param entry the entry
 * @returns a line, without its end
 */
export function combinedLine(entry: AccessEntry): string {
  const request = `${entry.method} ${entry.path}${entry.query} HTTP/1.1`;
  return [
    entry.remoteAddress ?? "-",
    "-",
    word(entry.user),
    `[${apacheTime(new Date(entry.time))}]`,
    quoted(request),
    entry.status,
    entry.bytes ?? "-",
    quoted(entry.referer ?? "-"),
    quoted(entry.userAgent ?? "-"),
    entry.requestId,
    entry.traceId ?? "-",
    entry.durationMs,
  ].join(" ");
}

function apacheTime(time: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${two(time.getUTCDate())}/${months[time.getUTCMonth()]}/${time.getUTCFullYear()}`;
  return `${day}:${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())} +0000`;
}

/** A name that has to be one word of the line. */
function word(text: string | undefined): string {
  return text === undefined || text === "" ? "-" : escaped(cut(text)).replaceAll(" ", "\\x20");
}

function quoted(text: string): string {
  return `"${escaped(cut(text))}"`;
}

/** Escapes as Apache does: a client can't end the field or the line. */
function escaped(text: string): string {
  // deno-lint-ignore no-control-regex -- these are what must not get into a line
  return text.replace(/["\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`;
  });
}

function cut<T extends string | undefined>(text: T): T {
  return (text === undefined || text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`) as T;
}
