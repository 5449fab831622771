/**
 * Collects the types of a project with the TypeScript compiler, so that the inspection of the schema knows classes without
 * descriptions. It loads the compiler: use it in tasks and tests, not in services.
 *
 * ```ts
 * import { collectTypeFacts } from "@espalier/espalier/graphql/facts";
 *
 * const root = new URL(`file://${await Deno.makeTempDir()}/`);
 * await Deno.writeTextFile(new URL("book.ts", root), "export class Book { title: string | null = null; }");
 * const { classes } = await collectTypeFacts({ root, entryPoints: [new URL("book.ts", root)] });
 * console.log(classes[0]?.members[0]?.type.kind); // "nullable"
 * await Deno.remove(root, { recursive: true });
 * ```
 *
 * {@linkcode collectTypeFacts} returns {@linkcode TypeFacts}; the command `@espalier/espalier/facts` stores them in
 * {@linkcode typeFactsFile}, which a service reads at its start.
 *
 * Read on: `docs/inspection.md` in the repository.
 *
 * @module
 */

export { collectTypeFacts } from "./collect_type_facts.ts";
export { type CollectOptions } from "./collect_options.ts";
export { type TypeFacts, typeFactsFile } from "../inspection/mod.ts";
