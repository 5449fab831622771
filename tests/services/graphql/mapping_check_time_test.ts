import { assert } from "@std/assert";
import { schemaTypes } from "@espalier/espalier/types";
import { isLong } from "../../long.ts";

const root = new URL("../../../", import.meta.url);

/** The processor's time that the compiler takes for a service of so many fields, in seconds: other work doesn't count. */
async function checkTime(fields: number, isMapped: boolean): Promise<number> {
  const folder = new URL(`file://${await Deno.makeTempDir()}/`);
  try {
    const names = Array.from({ length: fields }, (_, at) => `field${at}`);
    const sdl = `type Query { ${
      names.map((name) => `${name}(id: ID!, first: Int): Book`).join(" ")
    } } type Book { id: ID! }`;
    await Deno.mkdir(new URL("graphql/", folder));
    await Deno.writeTextFile(new URL("graphql/a.graphqls", folder), sdl);
    for (const { file, text } of (await schemaTypes({ root: folder })).modules) {
      if (text !== undefined) await Deno.writeTextFile(file, text);
    }
    const method = (name: string) =>
      `${
        isMapped ? '  @QueryMapping("id", "first")\n' : ""
      }  ${name}(id: string, first: number | null): Book | null {\n` +
      "    return first === null ? null : { id };\n  }";
    const service = [
      'import { controller, createApp, createContainer, graphql } from "@espalier/espalier";',
      'import { type Book, QueryMapping } from "./schema.ts";',
      "void QueryMapping;",
      `export class Fields {\n${names.map(method).join("\n")}\n}`,
      "await using app = await createApp(createContainer(graphql(), controller(Fields)));",
    ].join("\n");
    await Deno.writeTextFile(new URL("service.ts", folder), service);
    const { stderr, success } = await new Deno.Command("bash", {
      args: [
        "-c",
        'TIMEFORMAT=%U; time "$@"',
        "bash",
        Deno.execPath(),
        "check",
        "--quiet",
        "--config",
        "deno.json",
        `${folder.pathname}service.ts`,
      ],
      cwd: root,
      stderr: "piped",
    }).output();
    const text = new TextDecoder().decode(stderr);
    assert(success, text);
    return Number(text.trim().split("\n").at(-1));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const ofTheLongRun = isLong ? Deno.test : () => {};

ofTheLongRun({
  name: "checking 200 mapped fields takes at most 1.3 times as long as unmapped ones, and grows linearly to 1,000",
  fn: async () => {
    const plain = await checkTime(200, false);
    const mapped = await checkTime(200, true);
    const thousand = await checkTime(1000, true);
    const plainThousand = await checkTime(1000, false);
    console.log({ plain, mapped, plainThousand, thousand });
    assert(mapped <= 1.3 * plain, `200 mapped fields take ${mapped} s, unmapped ones ${plain} s`);
    // Linear growth takes 5 times as much, quadratic growth 25 times; a twelfth of the service is noise.
    const few = Math.max(mapped - plain, 0.08 * plain);
    const many = thousand - plainThousand;
    assert(many <= 8 * few, `1,000 mappings take ${many} s, 200 of them ${few} s`);
    assert(thousand <= 1.6 * plainThousand, `1,000 mapped fields take ${thousand} s, unmapped ones ${plainThousand} s`);
  },
});
