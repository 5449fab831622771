/** A log line as the service sends it. */
export interface LogLine {
  readonly time: string;
  readonly level: "TRACE" | "DEBUG" | "INFO" | "WARN" | "ERROR";
  readonly category: string;
  readonly message: string;
  readonly traceId?: string;
  readonly [field: string]: unknown;
}

/** A line with its place in the order of arrival. */
export interface NumberedLine {
  readonly number: number;
  readonly line: LogLine;
  /** What the text filter searches, in lower case. */
  readonly text: string;
}

/** Maximum number of lines that the page keeps. */
export const maxLines = 50_000;
/** Number of lines by which the buffer is cut when it is full, so that it is not cut at every batch. */
const cutLines = 5_000;

/** Keeps the lines of the page, and those that a text filter lets through. */
export class LogBuffer {
  #all: NumberedLine[] = [];
  #shown: NumberedLine[] = [];
  #text = "";
  #next = 0;
  #skipped = 0;

  /** The lines that contain the text; a new array after each change. */
  get shown(): readonly NumberedLine[] {
    return this.#shown;
  }

  /** Number of lines that are kept. */
  get size(): number {
    return this.#all.length;
  }

  /** Number of lines that the service dropped before they could be sent. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Forgets all lines. */
  clear(): void {
    this.#all = [];
    this.#shown = [];
    this.#skipped = 0;
  }

  /** Adds lines at the end. */
  add(lines: readonly LogLine[], skipped: number): void {
    this.#skipped += skipped;
    const added = lines.map((line) => ({ number: this.#next++, line, text: searchable(line) }));
    this.#all = this.#bounded([...this.#all, ...added]);
    const first = this.#all[0]?.number ?? 0;
    const kept = this.#shown[0] !== undefined && this.#shown[0].number < first
      ? this.#shown.filter(({ number }) => number >= first)
      : this.#shown;
    this.#shown = [...kept, ...added.filter(({ number, text }) => number >= first && text.includes(this.#text))];
  }

  /** Shows only lines that contain a text, whatever its case. */
  filter(text: string): void {
    this.#text = text.toLowerCase();
    this.#shown = this.#text === "" ? [...this.#all] : this.#all.filter((line) => line.text.includes(this.#text));
  }

  #bounded(lines: NumberedLine[]): NumberedLine[] {
    return lines.length <= maxLines ? lines : lines.slice(lines.length - maxLines + cutLines);
  }
}

function searchable({ message, category, traceId = "", error }: LogLine): string {
  const failure = typeof error === "object" && error !== null ? String((error as { message?: unknown }).message) : "";
  return `${message} ${category} ${traceId} ${failure}`.toLowerCase();
}
