import { assert, assertEquals } from "@std/assert";

const checkout = new URL("../../", import.meta.url);

/** The bookstore in a folder of its own, as its users have it. */
export class BookstoreCopy implements Disposable {
  readonly folder = Deno.makeTempDirSync({ prefix: "espalier-bookstore-" });

  constructor() {
    this.#copy(new URL("examples/bookstore/", checkout), this.folder);
    const configuration = JSON.parse(Deno.readTextFileSync(`${this.folder}/deno.json`));
    Deno.writeTextFileSync(`${this.folder}/deno.json`, JSON.stringify({ ...configuration, links: [checkout.href] }));
  }

  #copy(from: URL, to: string): void {
    Deno.mkdirSync(to, { recursive: true });
    for (const { name, isDirectory } of Deno.readDirSync(from)) {
      if (isDirectory) this.#copy(new URL(`${name}/`, from), `${to}/${name}`);
      else if (!name.includes(".db")) Deno.copyFileSync(new URL(name, from), `${to}/${name}`);
    }
  }

  /** Replaces one line by two. */
  edit(file: string, line: string, added: string): void {
    const text = Deno.readTextFileSync(`${this.folder}/${file}`);
    assertEquals(text.split(line).length, 2, `${file} holds "${line}" once`);
    Deno.writeTextFileSync(`${this.folder}/${file}`, text.replace(line, `${line}${added}`));
  }

  async deno(...args: string[]): Promise<{ success: boolean; output: string }> {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args,
      cwd: this.folder,
      env: { NO_COLOR: "1" },
    }).output();
    return { success, output: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
  }

  /** Runs what is no edit: a command that writes files. */
  async run(...args: string[]): Promise<string> {
    const { success, output } = await this.deno(...args);
    assert(success, output);
    return output;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.folder, { recursive: true });
  }
}
