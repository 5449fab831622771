import { runTypes, schemaTypes } from "@espalier/espalier/types";

/** A service of some files in a folder of its own. */
export class Service implements Disposable {
  readonly root = new URL(`file://${Deno.makeTempDirSync()}/`);

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }
  write(path: string, text: string): void {
    const file = new URL(path, this.root);
    Deno.mkdirSync(new URL(".", file), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }
  read(path: string): string {
    return Deno.readTextFileSync(new URL(path, this.root));
  }
  async types(options: Omit<Parameters<typeof schemaTypes>[0], "root"> = {}): Promise<string> {
    return (await schemaTypes({ root: this.root, ...options })).modules[0]!.text!;
  }
  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** Runs a command without its output, and returns that with the exit code. */
export async function captured(command: () => Promise<number>): Promise<{ code: number; output: string[] }> {
  const { log, error } = console;
  const output: string[] = [];
  console.log = console.error = (line: unknown) => void output.push(String(line));
  try {
    return { code: await command(), output };
  } finally {
    Object.assign(console, { log, error });
  }
}

/** Runs the types command. */
export function run(...args: string[]): Promise<{ code: number; output: string[] }> {
  return captured(() => runTypes(args));
}
