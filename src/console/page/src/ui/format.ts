/** Formats a duration of milliseconds with three significant digits: `850 µs`, `12.3 ms`, `1.25 s`, `3 m 20 s`. */
export function duration(ms: number): string {
  if (ms === 0) return "0 ms";
  if (ms < 1) return `${Math.round(ms * 1_000)} µs`;
  if (ms < 1_000) return `${digits(ms)} ms`;
  if (ms < 60_000) return `${digits(ms / 1_000)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
  return `${Math.floor(minutes / 1_440)} d ${Math.floor(minutes / 60) % 24} h`;
}

/** Formats a number of bytes: `12.3 MB`. */
export function bytes(count: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let at = 0;
  for (; count >= 1_000 && at < units.length - 1; at++) count /= 1_000;
  return `${digits(count)} ${units[at]}`;
}

/** Formats a count with separators: `12,345`. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** Formats a count and its noun: `1 span`, `2 spans`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** Formats the time of day with milliseconds: `14:03:07.123`. */
export function timeOfDay(time: number | Date): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${
    String(date.getMilliseconds()).padStart(3, "0")
  }`;
}

/** Formats date and time of day in the reader's zone: `2026-11-23 14:03:07`. */
export function dateTime(time: number | Date): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${timeOfDay(date).slice(0, 8)}`;
}

function digits(value: number): string {
  return String(Number(value.toPrecision(value >= 100 ? Math.ceil(Math.log10(value + 1)) : 3)));
}
