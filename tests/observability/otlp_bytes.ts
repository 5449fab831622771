/** A span as a message of OTLP in its binary form holds it. */
export interface DecodedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly nanoseconds: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What a field of a message of protocol buffers holds: a number, or bytes. */
type Field = { readonly number: number; readonly value: bigint | Uint8Array };

function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n;; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [number, type] = [tag >> 3, tag & 7];
    if (type === 0) yield { number, value: varint() };
    else if (type === 1) yield { number, value: view.getBigUint64((at += 8) - 8, true) };
    else if (type === 5) yield { number, value: BigInt(view.getUint32((at += 4) - 4, true)) };
    else if (type === 2) {
      const length = Number(varint());
      yield { number, value: bytes.subarray(at, at += length) };
    } else throw new TypeError(`No type of a field: ${type}`);
  }
}

const text = (value: unknown) => new TextDecoder().decode(value as Uint8Array);

function all(bytes: Uint8Array, number: number): Uint8Array[] {
  return [...fieldsOf(bytes)].filter((field) => field.number === number).map(({ value }) => value as Uint8Array);
}

/** `KeyValue`: key 1, value 2; `AnyValue`: text 1, boolean 2, integer 3. */
function attribute(bytes: Uint8Array): [string, unknown] {
  const [value] = fieldsOf(all(bytes, 2)[0]!);
  const read = value === undefined ? undefined : value.number === 1 ? text(value.value) : Number(value.value);
  return [text(all(bytes, 1)[0]), read];
}

/** Reads `ExportTraceServiceRequest`, by the numbers of the fields in OpenTelemetry's protocol. */
export function decodedSpans(request: Uint8Array): DecodedSpan[] {
  const spans = all(request, 1).flatMap((resource) => all(resource, 2)).flatMap((scope) => all(scope, 2));
  return spans.map((span) => {
    const fields = new Map([...fieldsOf(span)].map(({ number, value }) => [number, value]));
    const hex = (number: number) => (fields.get(number) as Uint8Array | undefined)?.toHex() ?? "";
    return {
      traceId: hex(1),
      spanId: hex(2),
      parentSpanId: hex(4),
      name: text(fields.get(5)),
      kind: Number(fields.get(6) ?? 0),
      nanoseconds: (fields.get(8) as bigint) - (fields.get(7) as bigint),
      attributes: Object.fromEntries(all(span, 9).map(attribute)),
    };
  });
}
