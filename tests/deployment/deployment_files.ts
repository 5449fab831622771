import { type Copy, DockerfileParser, type JSONInstruction } from "dockerfile-ast";
import { parse, parseAllDocuments } from "yaml";

/** The folder with what a deployed bookstore consists of. */
export const deployment = new URL("../../examples/bookstore/deployment/", import.meta.url);

/** A value of a YAML document, of which a test knows the shape. */
// deno-lint-ignore no-explicit-any -- the schemas say what it is, and tests read it where it passed them
export type Yaml = any;

/** Reads a file with one YAML document. */
export async function yamlOf(file: string): Promise<Yaml> {
  return parse(await Deno.readTextFile(new URL(file, deployment)), { uniqueKeys: true, strict: true });
}

/** Reads all manifests for Kubernetes. */
export async function manifests(): Promise<Yaml[]> {
  const all: Yaml[] = [];
  for (const file of ["bookstore.yaml", "autoscaler.yaml"]) {
    const text = await Deno.readTextFile(new URL(`kubernetes/${file}`, deployment));
    for (const document of parseAllDocuments(text)) {
      if (document.errors.length > 0) throw document.errors[0];
      all.push(document.toJS());
    }
  }
  return all;
}

/** The instructions of the image, in the order of the file. */
export interface ImageFile {
  /** Base images, one for each stage. */
  readonly from: readonly string[];
  /** What the stage "build" copies from the context: sources and their target. */
  readonly copies: readonly (readonly string[])[];
  /** The command that the stage "build" runs. */
  readonly run: readonly string[];
  /** Variables of the last stage. */
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly ports: readonly string[];
  readonly entrypoint: readonly string[];
}

/** Reads the `Dockerfile`. */
export async function imageFile(): Promise<ImageFile> {
  const file = DockerfileParser.parse(await Deno.readTextFile(new URL("Dockerfile", deployment)));
  const stages = file.getFROMs().map((from) => from.getImage()!);
  const instructions = file.getInstructions();
  const named = (keyword: string) => instructions.filter((each) => each.getKeyword() === keyword);
  const lastStage = file.getFROMs().at(-1)!.getRange().start.line;
  const env = file.getENVs().filter((each) => each.getRange().start.line > lastStage);
  return {
    from: stages,
    copies: file.getCOPYs().filter((copy: Copy) => copy.getFlags().length === 0).map((copy) =>
      copy.getArguments().map((argument) => argument.getValue())
    ),
    run: wordsOf(named("RUN")[0] as JSONInstruction),
    env: Object.fromEntries(
      env.flatMap((each) => each.getProperties().map((property) => [property.getName(), property.getValue() ?? ""])),
    ),
    user: named("USER").at(-1)!.getArguments()[0]!.getValue(),
    ports: named("EXPOSE").map((each) => each.getArguments()[0]!.getValue()),
    entrypoint: wordsOf(file.getENTRYPOINTs()[0]!),
  };
}

function wordsOf(instruction: JSONInstruction): string[] {
  return instruction.getJSONStrings().map((each) => JSON.parse(each.getValue()));
}
