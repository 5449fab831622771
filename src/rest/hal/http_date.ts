const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const time = "\\d\\d:\\d\\d:\\d\\d";

/** The preferred form, and the two that recipients have to read besides. */
const forms: readonly RegExp[] = [
  new RegExp(`^[A-Z][a-z]{2}, \\d\\d ${month} \\d{4} ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, \\d\\d-${month}-\\d\\d ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} ${month} [ \\d]\\d ${time} \\d{4}$`),
];

/**
 * Reads the date of a header (RFC 9110, section 5.6.7).
 *
 * @param text what a client sent
 * @returns milliseconds since 1970, or `undefined` where the text is no such date, which is no condition then
 */
export function httpDate(text: string): number | undefined {
  if (!forms.some((form) => form.test(text))) return undefined;
  // The last form names no zone, and means the same as the others.
  const date = Date.parse(text.endsWith(" GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
