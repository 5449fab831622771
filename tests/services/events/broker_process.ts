/** Servers of a test's own that can be stopped and started again: NATS and RabbitMQ. */

async function isListening(port: number): Promise<boolean> {
  return await Deno.connect({ hostname: "127.0.0.1", port }).then(
    (connection) => (connection.close(), true),
    () => false,
  );
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}

/** A server that keeps its data in a folder of its own. */
export class BrokerProcess implements AsyncDisposable {
  readonly port: number = freePort();
  readonly #folder: string;
  readonly #command: (broker: { port: number; folder: string }) => Deno.Command;
  #process: Deno.ChildProcess | undefined;

  private constructor(folder: string, command: (broker: { port: number; folder: string }) => Deno.Command) {
    this.#folder = folder;
    this.#command = command;
  }

  static async of(command: (broker: { port: number; folder: string }) => Deno.Command): Promise<BrokerProcess> {
    const broker = new BrokerProcess(await Deno.makeTempDir({ prefix: "espalier_broker_" }), command);
    await broker.start();
    return broker;
  }

  async start(): Promise<void> {
    this.#process = this.#command({ port: this.port, folder: this.#folder }).spawn();
    while (!await isListening(this.port)) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async stop(): Promise<void> {
    this.#process?.kill("SIGTERM");
    await this.#process?.status;
    this.#process = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await Deno.remove(this.#folder, { recursive: true }).catch(() => undefined);
  }
}

const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;

export const natsServer = "/usr/sbin/nats-server";

/** A server of NATS with JetStream. */
export function nats({ port, folder }: { port: number; folder: string }): Deno.Command {
  return new Deno.Command(natsServer, { args: ["-a", "127.0.0.1", "-p", `${port}`, "-js", "-sd", folder], ...quiet });
}

export const rabbitServer = "/usr/lib/rabbitmq/bin/rabbitmq-server";

/** A server of RabbitMQ without plugins. */
export function rabbit({ port, folder }: { port: number; folder: string }): Deno.Command {
  Deno.writeTextFileSync(`${folder}/plugins`, "[].");
  return new Deno.Command(rabbitServer, {
    env: {
      HOME: folder,
      RABBITMQ_NODENAME: `espalier_${port}@localhost`,
      RABBITMQ_NODE_IP_ADDRESS: "127.0.0.1",
      RABBITMQ_NODE_PORT: `${port}`,
      RABBITMQ_DIST_PORT: `${port < 45_000 ? port + 20_000 : port - 20_000}`,
      RABBITMQ_MNESIA_BASE: `${folder}/mnesia`,
      RABBITMQ_LOG_BASE: `${folder}/log`,
      RABBITMQ_ENABLED_PLUGINS_FILE: `${folder}/plugins`,
      RABBITMQ_CONFIG_FILE: `${folder}/none`,
    },
    ...quiet,
  });
}

/** Whether a file is there. */
export function exists(file: string): boolean {
  try {
    return Deno.statSync(file).isFile;
  } catch {
    return false;
  }
}
