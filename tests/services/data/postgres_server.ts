const programs = "/usr/lib/postgresql/15/bin";

/** Whether the test may start servers: the programs are there, and it may become the user that runs them. */
export const hasPrograms: boolean = await Deno.stat(`${programs}/initdb`).then(() => true, () => false) &&
  Deno.uid() === 0;

/** A PostgreSQL server of the test's own, that it starts and stops. */
export class PostgresServer implements AsyncDisposable {
  readonly #folder: string;
  readonly port: number;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async create(settings: readonly string[] = [], tmpfsMb?: number): Promise<PostgresServer> {
    const folder = await Deno.makeTempDir();
    if (tmpfsMb !== undefined) await run(["mount", "-t", "tmpfs", "-o", `size=${tmpfsMb}m`, "tmpfs", folder]);
    await run(["chown", "postgres", folder]);
    const server = new PostgresServer(folder, freePort());
    await asPostgres(`${programs}/initdb`, "-D", server.data, "-A", "trust", "--no-sync", "-U", "postgres");
    await Deno.writeTextFile(
      `${server.data}/postgresql.conf`,
      [`port = ${server.port}`, "listen_addresses = '127.0.0.1'", `unix_socket_directories = '${folder}'`, ...settings]
        .map((line) => `${line}\n`).join(""),
      { append: true },
    );
    await server.start();
    return server;
  }

  /** Starts a standby of another server, which replays what that one writes. */
  static async replicaOf(primary: PostgresServer): Promise<PostgresServer> {
    const folder = await Deno.makeTempDir();
    await run(["chown", "postgres", folder]);
    const server = new PostgresServer(folder, freePort());
    const { port } = primary;
    const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
    await asPostgres(`${programs}/pg_basebackup`, "-D", server.data, "-R", "-c", "fast", ...from);
    const settings = `port = ${server.port}\nunix_socket_directories = '${folder}'\n`;
    await Deno.writeTextFile(`${server.data}/postgresql.conf`, settings, { append: true });
    await server.start();
    return server;
  }

  get data(): string {
    return `${this.#folder}/data`;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  async start(): Promise<void> {
    await asPostgres(`${programs}/pg_ctl`, "-D", this.data, "-w", "-l", `${this.#folder}/log`, "start");
  }

  async stop(mode: "fast" | "immediate"): Promise<void> {
    await asPostgres(`${programs}/pg_ctl`, "-D", this.data, "-w", "-m", mode, "stop");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("immediate").catch(() => undefined);
    await run(["umount", this.#folder]).catch(() => undefined);
    await Deno.remove(this.#folder, { recursive: true });
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function asPostgres(...command: readonly string[]): Promise<void> {
  await run(["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", ...command]);
}

async function run([program, ...args]: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program!, {
    args,
    cwd: "/",
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`${program} ${args.join(" ")} fails: ${new TextDecoder().decode(stderr)}`);
}
