import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  type EspalierProperties,
  type LogRecord,
  LogSink,
  type RunningServer,
  serve,
  StartupError,
} from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";

const certificates = new URL("tls/", import.meta.url);
const read = (name: string) => Deno.readTextFile(new URL(name, certificates));

/** A folder with the files of a certificate, as a tool that renews it would write them. */
class CertificateFolder implements AsyncDisposable {
  private constructor(readonly path: string) {}

  static async of(name: string): Promise<CertificateFolder> {
    const folder = new CertificateFolder(await Deno.makeTempDir());
    await folder.write(name);
    return folder;
  }

  get properties(): { tlsCertificateFile: string; tlsKeyFile: string } {
    return { tlsCertificateFile: `${this.path}/tls.pem`, tlsKeyFile: `${this.path}/tls.key` };
  }

  async write(certificate: string, key: string = certificate): Promise<void> {
    await this.#replace("tls.key", await read(`${key}.key`));
    await this.#replace("tls.pem", await read(`${certificate}.pem`));
  }

  /** No reader sees half of a file. */
  async #replace(name: string, content: string): Promise<void> {
    await Deno.writeTextFile(`${this.path}/${name}.new`, content);
    await Deno.rename(`${this.path}/${name}.new`, `${this.path}/${name}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}

/** Log lines, and a promise of the first one that a test waits for. */
class Log {
  readonly records: LogRecord[] = [];
  readonly #waiting: [RegExp, (record: LogRecord) => void][] = [];

  write(record: LogRecord): void {
    this.records.push(record);
    for (const [pattern, resolve] of this.#waiting) if (pattern.test(record.message)) resolve(record);
  }

  next(pattern: RegExp): Promise<LogRecord> {
    return new Promise((resolve) => void this.#waiting.push([pattern, resolve]));
  }
}

async function started(
  http: Partial<EspalierProperties["http"]>,
  log = new Log(),
  ...features: ContainerModule[]
): Promise<RunningServer> {
  const routes = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue((record: LogRecord) => log.write(record));
    bind(HttpRoute).toConstantValue({ path: "/scheme", handle: ({ request }) => new Response(request.url) });
    bind(HttpRoute).toConstantValue({
      path: "/elsewhere",
      handle: () => fetch("data:text/plain,from elsewhere"),
    });
  });
  const app = await createApp(createContainer(routes, ...features), { properties: { http } });
  return await serve(app, { port: 0, quiet: true });
}

/** A client that trusts the authority of the tests and opens a connection for each request. */
async function trusting(options: { http2?: boolean } = {}): Promise<Deno.HttpClient> {
  return Deno.createHttpClient({ caCerts: [await read("ca.pem")], poolMaxIdlePerHost: 0, ...options });
}

/** The name that the server's certificate is for. */
async function servedName({ port }: RunningServer): Promise<string> {
  const { connect } = await import("node:tls");
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ port, host: "127.0.0.1", servername: "localhost", ca: await read("ca.pem") }, () => {
    resolve(String(socket.getPeerCertificate().subject.CN));
    socket.destroy();
  });
  socket.on("error", reject);
  return await promise;
}

Deno.test("serve answers over TLS, by HTTP/2 or HTTP/1.1, and says HSTS except for localhost", async () => {
  await using folder = await CertificateFolder.of("first");
  await using server = await started({ ...folder.properties, hstsMaxAgeSeconds: 600 });
  assertEquals(server.url, `https://localhost:${server.port}`);
  for (const http2 of [true, false]) {
    using client = await trusting({ http2 });
    const local = await fetch(`${server.url}/scheme`, { client });
    assertEquals(await local.text(), `${server.url}/scheme`);
    assertEquals(local.headers.get("strict-transport-security"), null);
    for (const path of ["/scheme", "/elsewhere", "/nothing"]) {
      const named = await fetch(`https://127.0.0.1:${server.port}${path}`, { client });
      assertEquals(named.headers.get("strict-transport-security"), "max-age=600");
      await named.body?.cancel();
    }
  }
});

Deno.test("a plain server says no HSTS", async () => {
  await using server = await started({ hstsMaxAgeSeconds: 600 });
  const response = await fetch(`http://127.0.0.1:${server.port}/scheme`);
  await response.body?.cancel();
  assertEquals(response.headers.get("strict-transport-security"), null);
});

Deno.test("a renewed certificate is served without a restart, and a request in flight is answered", async () => {
  await using folder = await CertificateFolder.of("first");
  const log = new Log();
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const slow = new ContainerModule(({ bind }) => {
    const handle = async () => {
      arrived.resolve();
      await held.promise;
      return new Response("slow");
    };
    bind(HttpRoute).toConstantValue({ path: "/slow", handle });
  });
  await using server = await started({ ...folder.properties, tlsReloadIntervalMs: 10 }, log, slow);
  assertEquals(await servedName(server), "first.localhost");
  using client = await trusting();
  const answer = fetch(`${server.url}/slow`, { client }).then((response) => response.text());
  await arrived.promise;
  const renewed = log.next(/^Serving with the new certificate/);
  await folder.write("second");
  await renewed;
  assertEquals(await servedName(server), "second.localhost");
  held.resolve();
  assertEquals(await answer, "slow");
});

Deno.test("a certificate that does not fit its key is refused with one warning, and the previous one stays", async () => {
  await using folder = await CertificateFolder.of("first");
  const log = new Log();
  await using server = await started({ ...folder.properties, tlsReloadIntervalMs: 10 }, log);
  const refused = log.next(/^Cannot use the certificate/);
  await folder.write("second", "first");
  await refused;
  assertEquals(await servedName(server), "first.localhost");
  const renewed = log.next(/^Serving with the new certificate/);
  await folder.write("second");
  await renewed;
  const warnings = log.records.filter(({ level }) => level === "WARN").map(({ message }) => message);
  assertEquals(warnings.filter((message) => message.startsWith("Cannot use the certificate")).length, 1);
  assertEquals(log.records.some((record) => JSON.stringify(record).includes("PRIVATE KEY")), false);
});

Deno.test("files that can't serve TLS fail the start and are named", async () => {
  await using folder = await CertificateFolder.of("first");
  const { tlsCertificateFile, tlsKeyFile } = folder.properties;
  const failure = async (http: Partial<EspalierProperties["http"]>) =>
    (await assertRejects(() => started(http), StartupError)).message;
  assertEquals(
    await failure({ tlsCertificateFile }),
    'Cannot serve TLS as property "http.tlsKeyFile" must name a file',
  );
  assert(
    (await failure({ tlsCertificateFile, tlsKeyFile: "/nowhere.key" })).includes(
      'private key can\'t be read from "/nowhere.key"',
    ),
  );
  await folder.write("first", "second");
  assert((await failure({ tlsCertificateFile, tlsKeyFile })).includes("must be PEM files of one pair"));
  await Deno.writeTextFile(tlsCertificateFile, "rubbish");
  assert((await failure({ tlsCertificateFile, tlsKeyFile })).includes("must be PEM files of one pair"));
});
