import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type KeysetScrollPosition, OffsetScrollPosition, ScrollPosition } from "@espalier/espalier/data";
import {
  Base64CursorEncoder,
  CursorEncoder,
  CursorStrategy,
  EncodingCursorStrategy,
  InvalidCursorError,
  JsonKeysetCursorStrategy,
  NoOpEncoder,
  ScrollPositionCursorStrategy,
} from "@espalier/espalier/graphql";
import { times } from "../../long.ts";

const strategy = new ScrollPositionCursorStrategy();

Deno.test("A1.13 C178 C179 the Base64 encoder encodes and decodes", () => {
  const encoder = CursorEncoder.base64();
  const pairs = [["O_43", "T180Mw=="], [
    'K_{"firstName":"Joseph","id":103}',
    "S197ImZpcnN0TmFtZSI6Ikpvc2VwaCIsImlkIjoxMDN9",
  ]] as const;
  for (const [plain, encoded] of pairs) {
    assertEquals([encoder.encode(plain), encoder.decode(encoded)], [encoded, plain]);
  }
  assertInstanceOf(encoder, Base64CursorEncoder);
  assertInstanceOf(CursorEncoder.noOpEncoder(), NoOpEncoder);
  for (const broken of ["%%%", "T180M", "gICA"]) {
    assertThrows(() => encoder.decode(broken), InvalidCursorError, `Failed to decode cursor: ${broken}`);
  }
});

Deno.test("A1.13 a strategy gets one encoder and no second", () => {
  const encoded = CursorStrategy.withEncoder(strategy, CursorEncoder.base64());
  assertInstanceOf(encoded, EncodingCursorStrategy);
  assertEquals(encoded.toCursor(ScrollPosition.offset(43)), "T180Mw==");
  const again = () => CursorStrategy.withEncoder(encoded, CursorEncoder.noOpEncoder());
  assertThrows(again, TypeError, "CursorStrategy already has encoding");
});

Deno.test("A1.13 C184 offsets become cursors and come back", () => {
  assertEquals(strategy.toCursor(ScrollPosition.offset(43)), "O_43");
  assertEquals(String(strategy.fromCursor("O_43")), "OffsetScrollPosition[offset=43]");
  assertEquals(String(strategy.fromCursor("O_-5")), "OffsetScrollPosition[offset=0]");
  assertThrows(() => strategy.toCursor(ScrollPosition.offset()), TypeError, "must be that of an item");
  assertEquals([strategy.supports(ScrollPosition), strategy.supports(OffsetScrollPosition), strategy.supports(Date)], [
    true,
    true,
    false,
  ]);
});

Deno.test("A1.13 C185 broken cursors are the client's mistake", () => {
  const failure = (cursor: string) => {
    const error = assertThrows(() => strategy.fromCursor(cursor), InvalidCursorError);
    assertEquals(error.extensions.classification, "BAD_REQUEST");
    return error.message;
  };
  assertEquals(failure("xyz"), "Invalid or unknown cursor type: xyz");
  assertEquals(failure("O_"), "Invalid or unknown cursor type: O_");
  assertEquals(failure("O_abc"), "Failed to parse cursor: O_abc");
  assertEquals(failure("O_99999999999999999999"), "Failed to parse cursor: O_99999999999999999999");
  for (
    const cursor of ["K_{", "K_[]", "K_null", "K_1", 'K_{"a":{"$class":"x"}}', 'K_{"a":{"$date":"x","$bigint":"1"}}']
      .concat(
        ['K_{"a":{"$date":"soon"}}', 'K_{"a":{"$bigint":"1.5"}}', 'K_{"a":[1]}', 'K_{"a":{"$date":5}}', 'K_{"a":{}}'],
      )
  ) {
    assertEquals(failure(cursor), `Failed to parse cursor: ${cursor}`);
  }
  assertEquals(failure(`K_${"x".repeat(20_000)}`).length < 200, true);
});

Deno.test("A1.13 C181 C182 keys become cursors and come back forward", () => {
  const keys = { firstName: "Joseph", lastName: "Heller", id: 103 };
  assertEquals(strategy.toCursor(ScrollPosition.backward(keys)), `K_${JSON.stringify(keys)}`);
  const position = strategy.fromCursor(`K_${JSON.stringify(keys)}`) as KeysetScrollPosition;
  assertEquals([position.keys, position.direction], [keys, "FORWARD"]);
});

Deno.test("A1.13 C187 C188 C190 C191 keys keep the types of their values", () => {
  const json = new JsonKeysetCursorStrategy();
  const text =
    '{"a":{"$date":"2023-05-05T00:00:00.000Z"},"b":{"$bigint":"9007199254740993"},"c":{"$bytes":"AQID"},"d":null}';
  const keys = { a: new Date("2023-05-05T00:00Z"), b: 9007199254740993n, c: new Uint8Array([1, 2, 3]), d: null };
  assertEquals([json.toCursor(keys), json.fromCursor(text)], [text, keys] as never);
  assertThrows(() => json.toCursor({ a: { nested: 1 } }), TypeError, "must be a value of a column");
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0 === 0 ? 0 : n),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.date({ noInvalidDate: true }),
    fc.uuid(),
    fc.boolean(),
    fc.constant(null),
  );
  const encoding = new EncodingCursorStrategy(strategy, CursorEncoder.base64());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value, { minKeys: 1, noNullPrototype: true }), (keys) => {
      const back = encoding.fromCursor(encoding.toCursor(ScrollPosition.forward(keys))) as KeysetScrollPosition;
      assertEquals(Object.entries(back.keys), Object.entries(keys));
    }),
    { seed: 20261121, numRuns: times(50, 5000) },
  );
});

Deno.test("A1.13 keys may be written in a form of one's own", () => {
  const own = new ScrollPositionCursorStrategy({
    toCursor: ({ id }) => `#${id}`,
    fromCursor: (text) => ({ id: Number(text.slice(1)) }),
  });
  assertEquals(own.toCursor(ScrollPosition.forward({ id: 103 })), "K_#103");
  assertEquals((own.fromCursor("K_#103") as KeysetScrollPosition).keys, { id: 103 });
});

Deno.test("A1.13 nothing a client sends as a cursor does anything but fail", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string().map((s) => `K_${s}`), fc.json().map((s) => `K_${s}`)), (cursor) => {
      try {
        strategy.fromCursor(cursor);
      } catch (error) {
        assertInstanceOf(error, InvalidCursorError);
      }
    }),
    { seed: 20261121, numRuns: times(200, 20_000) },
  );
});

Deno.test("A1.13 a cursor is only given out where it can be read again", () => {
  for (const length of [1, 1_000, 16_000]) {
    for (const unit of ["x", "é", "\u{1F600}", "\uD800", '"', "\u0000"]) {
      const keys = { title: unit.repeat(length), id: 10n ** 60n };
      let cursor;
      try {
        cursor = strategy.toCursor(ScrollPosition.forward(keys));
      } catch (error) {
        assertEquals(/sort by shorter properties|must be storable/.test((error as Error).message), true);
        continue;
      }
      assertEquals((strategy.fromCursor(cursor) as KeysetScrollPosition).keys, keys);
    }
  }
  assertThrows(
    () => strategy.toCursor(ScrollPosition.forward({ title: "x".repeat(16_384) })),
    TypeError,
    "Cannot make a cursor as it must have 16384 characters at most, so that it can be read again: it has 16398",
  );
});

Deno.test("A1.13 C185 an offset in a cursor is written in decimal digits", () => {
  for (const text of ["0x10", "1e3", " 5", "5 ", "+5", "1.0", "--5", "5-"]) {
    assertThrows(() => strategy.fromCursor(`O_${text}`), InvalidCursorError, `Failed to parse cursor: O_${text}`);
  }
});

Deno.test("A1.13 the longest cursor that is made is the longest that is read", () => {
  const keysOf = (length: number) => ({ t: "x".repeat(length - 'K_{"t":""}'.length) });
  const longest = strategy.toCursor(ScrollPosition.forward(keysOf(16_384)));
  assertEquals(longest.length, 16_384);
  assertEquals((strategy.fromCursor(longest) as KeysetScrollPosition).keys, keysOf(16_384));
  assertThrows(() => strategy.toCursor(ScrollPosition.forward(keysOf(16_385))), TypeError, "it has 16385 with");
  const longer = `K_${JSON.stringify(keysOf(16_385))}`;
  assertThrows(() => strategy.fromCursor(longer), InvalidCursorError, "Invalid or unknown cursor type");
});

Deno.test("A1.13 texts that no database stores are neither written into cursors nor read from them", () => {
  for (const text of ["a\u0000", "\uD800"]) {
    assertThrows(() => strategy.toCursor(ScrollPosition.forward({ text })), TypeError, "texts in its keys must be");
    const cursor = `K_${JSON.stringify({ text })}`;
    assertThrows(() => strategy.fromCursor(cursor), InvalidCursorError, `Failed to parse cursor: ${cursor}`);
  }
});

Deno.test("A1.13 C185 an invalid cursor is shown up to 100 characters, and its cause is kept", () => {
  const text = "0123456789".repeat(10);
  assertEquals(new InvalidCursorError(text).message, text);
  assertEquals(new InvalidCursorError(`${text}x`).message, `${text}…`);
  const error = assertThrows(() => strategy.fromCursor("K_{"), InvalidCursorError);
  assertInstanceOf(error.originalError, SyntaxError);
});
