const tones: Readonly<Record<string, string>> = {
  UP: "good",
  COMPLETED: "good",
  PUBLISHED: "",
  DOWN: "bad",
  FAILED: "bad",
  ERROR: "bad",
  ABANDONED: "bad",
  OUT_OF_SERVICE: "warn",
  WARN: "warn",
  PROCESSING: "warn",
  RESUBMITTED: "warn",
};

/** A status as a word with a colour. */
export function Status({ value }: { readonly value: string }) {
  return <span class={`status ${tones[value.toUpperCase()] ?? ""}`}>{value.toUpperCase().replaceAll("_", " ")}</span>;
}
