import { assertEquals } from "@std/assert";
import { controller, param, QueryMapping, t } from "@espalier/espalier";
import { type ScrollPosition, Subrange } from "@espalier/espalier/data";
import { CursorStrategy, InvalidCursorError, ScrollPositionCursorStrategy } from "@espalier/espalier/graphql";
import { beans, startApp } from "../graphql_app.ts";

/** A position of the application's own. */
class MyPosition {
  constructor(readonly index: number) {}
}

const myCursors: CursorStrategy<MyPosition> = {
  supports: (type) => (type as unknown) === MyPosition,
  toCursor: ({ index }) => String(index),
  fromCursor: (cursor) => {
    if (!/^\d+$/.test(cursor)) throw new InvalidCursorError(`Cannot read position "${cursor}"`);
    return new MyPosition(Number(cursor));
  },
};

const schema = "type Query { given: String bound: String } " +
  "extend type Query { read(first: Int, after: String, last: Int, before: String): String }";

function told({ position, count, forward }: Subrange<MyPosition>): string {
  return `${forward ? "forward" : "backward"} ${count ?? "all"} from ${position?.index ?? "the end"}`;
}

class ByOption {
  @QueryMapping({ params: [param.subrange(myCursors)], returns: t.string })
  read(range: Subrange<MyPosition>): string {
    return told(range);
  }
}
class ByBean {
  @QueryMapping({ params: [param.subrange()], returns: t.string })
  read({ position, count, forward }: Subrange<ScrollPosition>): string {
    const offset = position && "offset" in position ? new MyPosition(Number(position.offset)) : undefined;
    return told(new Subrange(offset, count, forward));
  }
}
const offsets = new (class extends ScrollPositionCursorStrategy {
  override fromCursor(cursor: string): ScrollPosition {
    return myCursors.fromCursor(cursor) && super.fromCursor(`O_${cursor}`);
  }
})();
const withBean = beans(({ rebind }) => void rebind(CursorStrategy).toConstantValue(offsets));

const ways = { "its option": [controller(ByOption)], "the bean": [controller(ByBean), withBean] };

for (const [way, modules] of Object.entries(ways)) {
  Deno.test(`G1.4 C208 C209 C211 C212 C214 C215 a subrange reads positions by the strategy that is ${way}`, async () => {
    await using app = await startApp(schema, modules);
    const read = async (args: string) =>
      ((await app.post(`{ read${args} }`)).body as { data: { read: string } }).data.read;
    const answers: Record<string, string> = {
      "": "forward all from the end",
      '(first: 10, after: "25")': "forward 10 from 25",
      "(first: 10)": "forward 10 from the end",
      '(after: "25")': "forward all from 25",
      '(last: 20, before: "100")': "backward 20 from 100",
      "(last: 10)": "backward 10 from the end",
      '(before: "25")': "backward all from 25",
      "(first: 5, last: 3)": "forward 5 from the end",
      "(first: null, last: 3)": "backward 3 from the end",
    };
    for (const [args, answer] of Object.entries(answers)) assertEquals([args, await read(args)], [args, answer]);
    const { errors } = (await app.post('{ read(after: "x") }')).body as { errors: { message: string }[] };
    assertEquals(errors.map(({ message }) => message), ['Cannot read position "x"']);
  });
}

Deno.test("G1.4 a cursor that is ignored is not read: an unreadable before beside first or after is no mistake", async () => {
  await using app = await startApp(schema, [controller(ByOption)]);
  for (
    const [args, read] of [
      ['first: 2, before: "?"', "forward 2 from the end"],
      ['first: 2, last: 3, before: "?"', "forward 2 from the end"],
      ['after: "4", before: "?"', "forward all from 4"],
    ]
  ) {
    assertEquals((await app.post(`{ read(${args}) }`)).body, { data: { read } }, args);
  }
  const { errors } = (await app.post('{ read(last: 2, before: "?") }')).body as { errors: { message: string }[] };
  assertEquals(errors.map(({ message }) => message), ['Cannot read position "?"']);
});
