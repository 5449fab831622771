// What benchmarks do with servers in processes of their own.

/** Where peers are described, and what they need. */
export interface Peers {
  /** The benchmark's folder, with a slash at its end. */
  readonly folder: string;
  /** Files below it; what ends in `.txt` imports packages that this project doesn't have, and loses the ending. */
  readonly files: readonly string[];
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Installs peers from npm into a folder of their own.
 *
 * @returns the folder, which the caller removes
 * @throws Error when npm fails
 */
export async function installPeers({ folder, files, versions }: Peers): Promise<string> {
  const work = await Deno.makeTempDir({ prefix: "espalier_bench_" });
  for (const file of files) {
    const name = file.slice(file.lastIndexOf("/") + 1).replace(".txt", "");
    await Deno.copyFile(`${folder}${file}`, `${work}/${name}`);
  }
  await Deno.writeTextFile(`${work}/package.json`, JSON.stringify({ private: true, dependencies: versions }));
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--silent", "--no-audit", "--no-fund"],
    cwd: work,
    stdout: "null",
  }).output();
  if (!success) {
    throw new Error(`Cannot measure ${Object.keys(versions).join(", ")} as npm must install them: it failed`);
  }
  return work;
}

/** A port of the loopback that nobody listens on. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

/** Processor time that a process has used, in microseconds. */
export function processorTimeOf(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
