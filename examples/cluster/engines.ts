import pg from "pg";

/** The servers that the cluster uses and does not start. */
export interface Engines {
  readonly databaseUrl: string;
  readonly natsServers: string;
}

/**
 * Creates the database if it is missing.
 *
 * @throws Error with the command that starts a server, if one does not respond
 */
export async function prepareEngines({ databaseUrl, natsServers }: Engines): Promise<void> {
  await createDatabase(new URL(databaseUrl));
  for (const server of natsServers.split(",")) await requireNats(server);
}

async function createDatabase(url: URL): Promise<void> {
  const name = decodeURIComponent(url.pathname.slice(1));
  const client = new pg.Client(new URL("/postgres", url).href);
  try {
    await client.connect();
  } catch (cause) {
    throw new Error(
      `Cannot reach PostgreSQL at ${url.host}: start it, or name another by DATABASE_URL. On Debian: ` +
        "apt-get install postgresql && pg_ctlcluster $(ls /etc/postgresql) main start",
      { cause },
    );
  }
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

async function requireNats(server: string): Promise<void> {
  const [hostname = "127.0.0.1", port = "4222"] = server.replace(/^nats:\/\//, "").split(":");
  try {
    (await Deno.connect({ hostname, port: Number(port) })).close();
  } catch (cause) {
    throw new Error(
      `Cannot reach NATS at ${server}: start it, or name another by NATS_SERVERS. On Debian: ` +
        "apt-get install nats-server && nats-server -js",
      { cause },
    );
  }
}
