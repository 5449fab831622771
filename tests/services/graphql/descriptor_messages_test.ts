import { assertEquals } from "@std/assert";

const root = new URL("../../../", import.meta.url);

/** Statements with a mistake, and the first line of what the compiler says. */
const mistakes: readonly (readonly [statement: string, message: string])[] = [
  [
    "describeType(Book, { id: t.int });",
    "Type 'TypeDescriptor<number>' is not assignable to type 'TypeDescriptor<string>'.",
  ],
  [
    "describeType(Book, { pages: t.int });",
    "Type 'TypeDescriptor<number>' is not assignable to type 'TypeDescriptor<number | null>'.",
  ],
  [
    "describeType(Shelf, { books: t.list(t.string) });",
    "Type 'TypeDescriptor<readonly string[]>' is not assignable to type 'TypeDescriptor<readonly Book[]>'.",
  ],
  [
    "describeType(Shelf, { first: t.nullable(t.ref(() => Book)) });",
    "Type 'TypeDescriptor<Book | null>' is not assignable to type 'TypeDescriptor<Book>'.",
  ],
  ["t.list(5);", "Argument of type 'number' is not assignable to parameter of type 'AnyDescriptor'."],
  ["entity({ id: String }, {});", "Type 'StringConstructor' is not assignable to type 'AnyDescriptor'."],
  ['t.default(t.int, "1");', "Argument of type 'string' is not assignable to parameter of type 'number'."],
  [
    "export const wrong: string = t.enum('A', 'B');",
    `Type 'TypeDescriptor<"A" | "B">' is not assignable to type 'string'.`,
  ],
];

const head = `import { describeType, entity, t } from "@espalier/espalier";
class Book {
  constructor(readonly id: string, readonly pages: number | null) {}
}
class Shelf {
  constructor(readonly books: readonly Book[], readonly first: Book) {}
}
`;

Deno.test("wrong descriptors: the compiler's first line names the two types, and no kinds of descriptors", async () => {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, head + mistakes.map(([statement]) => `${statement}\n`).join(""));
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "--config", "deno.json", file],
      cwd: root,
      env: { NO_COLOR: "1" },
    }).output();
    const said = new TextDecoder().decode(stderr).matchAll(/^TS\d+ \[ERROR\]: (.*)$/gm).map(([, text]) => text);
    assertEquals([...said], mistakes.map(([, message]) => message));
  } finally {
    await Deno.remove(file);
  }
});
