import { type ReceivedSpan, spanKinds } from "./received_span.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the spans of an OTLP export request in its JSON form.
 *
 * @param body the parsed body
 * @returns the spans
 * @throws TypeError when the body is not such a request
 *
 * @example
 * ```ts
 * import { otlpSpans } from "@espalier/espalier/observability";
 *
 * const span = {
 *   traceId: "5b8efff798038103d269b633813fc60c",
 *   spanId: "eee19b7ec3c1b174",
 *   name: "GET /books",
 *   startTimeUnixNano: "1700000000000000000",
 *   endTimeUnixNano: "1700000000005000000",
 * };
 * const [received] = otlpSpans({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
 * console.log(received?.name); // "GET /books"
 * ```
 */
export function otlpSpans(body: unknown): ReceivedSpan[] {
  return listIn(body, "resourceSpans").flatMap((resourceSpans) => {
    const resource = attributesIn(resourceSpans.resource);
    const service = String(resource["service.name"] ?? "");
    return listIn(resourceSpans, "scopeSpans")
      .flatMap((scopeSpans) => listIn(scopeSpans, "spans"))
      .map((span) => spanOf(span, service));
  });
}

function spanOf(span: Json, service: string): ReceivedSpan {
  const parentSpanId = textIn(span, "parentSpanId", "");
  const status = span.status as { code?: unknown } | undefined;
  return {
    traceId: idIn(span, "traceId", 32),
    spanId: idIn(span, "spanId", 16),
    ...(parentSpanId === "" ? {} : { parentSpanId }),
    service,
    name: textIn(span, "name"),
    kind: spanKinds[Number(span.kind ?? 1) - 1] ?? "internal",
    start: timeIn(span, "startTimeUnixNano"),
    end: timeIn(span, "endTimeUnixNano"),
    hasFailed: status?.code === 2 || status?.code === "STATUS_CODE_ERROR",
    attributes: attributesIn(span),
    events: listIn(span, "events").map((event) => ({
      name: textIn(event, "name"),
      time: timeIn(event, "timeUnixNano"),
    })),
    links: listIn(span, "links").map((link) => idIn(link, "traceId", 32)),
  };
}

function listIn(holder: unknown, key: string): Json[] {
  const value = isObject(holder) ? holder[key] ?? [] : undefined;
  if (!Array.isArray(value) || !value.every(isObject)) throw expected(`"${key}" must be a list of objects`);
  return value;
}

function textIn(holder: Json, key: string, absent?: string): string {
  const value = holder[key] ?? absent;
  if (typeof value !== "string") throw expected(`"${key}" must be a text`);
  return value;
}

function idIn(holder: Json, key: string, length: number): string {
  const value = textIn(holder, key).toLowerCase();
  if (value.length !== length || !/^[0-9a-f]+$/.test(value)) {
    throw expected(`"${key}" must have ${length} hexadecimal digits`);
  }
  return value;
}

/** Nanoseconds are written as texts, as they don't fit into a number. */
function timeIn(holder: Json, key: string): number {
  const value = holder[key];
  if (!/^\d{1,20}$/.test(String(value))) throw expected(`"${key}" must be a time in nanoseconds`);
  return Number(BigInt(value as string | number) / 1_000n) / 1_000;
}

function attributesIn(holder: unknown): Record<string, unknown> {
  const attributes = isObject(holder) ? listIn(holder, "attributes") : [];
  return Object.fromEntries(attributes.map((attribute) => [textIn(attribute, "key"), plainValue(attribute.value)]));
}

function plainValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  if (isObject(value.arrayValue)) return listIn(value.arrayValue, "values").map(plainValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? value.bytesValue;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function expected(what: string): TypeError {
  return new TypeError(`Cannot read spans as the body must be an OTLP export request in JSON: ${what}`);
}
