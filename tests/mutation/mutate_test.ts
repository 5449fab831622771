import { assertEquals } from "@std/assert";
import { areas } from "./areas.ts";
import { mutantsOf } from "./campaign.ts";
import { staleEntries } from "./equivalents.ts";
import { instrument } from "./instrument.ts";
import { changeOf } from "./mutant.ts";
import { scoreOf } from "./report.ts";
import { sampleOf } from "./sample.ts";

const root = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

const changes = (code: string) => instrument("a.ts", code, 1).mutants.map((mutant) => changeOf(mutant));

Deno.test("a mutant changes one place: comparisons, logic, arithmetic, literals, conditions, chains, statements", () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    "x = a < b;": ["x = a < b; -> (nothing)", "a < b -> a <= b", "a < b -> a >= b"],
    "const x = a === b;": ["a === b -> a !== b"],
    "const x = a && b;": ["a && b -> a || b", "a && b -> a", "a && b -> b"],
    "const x = a ?? b;": ["a ?? b -> a", "a ?? b -> b"],
    "const x = !a;": ["!a -> a"],
    "const x = a * 2;": ["a * 2 -> a / 2", "2 -> 2 + 1"],
    "const x = a?.b.c;": ["a?.b.c -> a.b.c"],
    "const x = a.some(b);": ["a.some(b) -> a.every(b)"],
    "const x = [a];": ["[a] -> []"],
    'const x = f("a", "", true);': ['"a" -> ""', '"" -> "mutated"', "true -> false"],
    "if (!a) f();": ["!a -> true", "!a -> false", "f(); -> (nothing)"],
    "for (;;) { if (a) { f(); return; } }": ["a -> true", "a -> false", "f(); -> (nothing)", "return; -> (nothing)"],
    "while (a) f();": ["a -> false", "f(); -> (nothing)"],
  };
  for (const [code, expected] of Object.entries(cases)) assertEquals([code, changes(code)], [code, [...expected]]);
});

Deno.test("types, names of properties and texts for people have no mutants", () => {
  const code = `import a from "a";
    type T = "x" | 1;
    const o: { "k": 1 } = { "k": b };
    class E extends Error { constructor() { super("text"); this.name = "E"; } }
    const e = new RangeError(\`no \${o}\`);`;
  assertEquals(changes(code), []);
});

/** Runs instrumented code with one mutant switched on, and returns the value of \`result\`. */
function runWith(code: string, active: number): unknown {
  return new Function("$mutant", `let result; ${code}; return result;`)((id: number) => id === active);
}

Deno.test("instrumented code does as the original, and as each of its mutants where that one is switched on", () => {
  const source = `
    const list = [3, 1, 2];
    let sum = 0;
    for (const each of list) { if (each > 1 && each !== 9) sum += each; }
    const text = list?.length === 3 ? "three" : "other";
    result = sum + ":" + text;`;
  const { code, mutants } = instrument("a.ts", source, 1);
  assertEquals(runWith(code, 0), "5:three");
  for (const { id, edit } of mutants) {
    const plain = source.slice(0, edit.start) + edit.text + source.slice(edit.end);
    assertEquals([id, runWith(code, id)], [id, runWith(plain, 0)]);
  }
});

Deno.test("a sample is the same for the same seed, and in the order of the source", () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const sample = sampleOf(items, 10, 7);
  assertEquals(sample, sampleOf(items, 10, 7));
  assertEquals([sample.length, new Set(sample).size, sample.toSorted((a, b) => a - b)], [10, 10, sample]);
  assertEquals(sampleOf(items, 200, 1), items);
});

Deno.test("the score counts neither mutants that the compiler refuses nor equivalent ones", () => {
  const [mutant] = instrument("a.ts", "const x = 1;", 1).mutants;
  const fates = ["killed", "killed", "timeout", "survived", "refused", "equivalent", "unreached"] as const;
  assertEquals(scoreOf(fates.map((fate) => ({ mutant: mutant!, fate }))), 60);
  assertEquals(scoreOf([]), 100);
});

Deno.test("each entry of the list of equivalent mutants fits a mutant of an area", async () => {
  const mutants = (await Promise.all(areas.map((area) => mutantsOf(area, { root })))).flat();
  const known = new Set(mutants.map((mutant) => `${mutant.file}\n${mutant.lineText}\n${changeOf(mutant)}`));
  assertEquals(staleEntries((file, line, change) => known.has(`${file}\n${line}\n${change}`)), []);
});

Deno.test("the files of each area exist", async () => {
  for (const { sources, tests } of areas) {
    for (const path of [...sources, ...tests]) assertEquals([path, await exists(`${root}/${path}`)], [path, true]);
  }
});

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
