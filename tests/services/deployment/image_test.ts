import { assert, assertEquals } from "@std/assert";
import { openDatabase } from "@espalier/espalier/data";
import { postgresUrl } from "../../data/stores.ts";
import { imageFile } from "../../deployment/deployment_files.ts";
import { DeployedBookstore } from "./deployed_bookstore.ts";

const repository = new URL("../../../", import.meta.url);

/** What the stages of the `Dockerfile` hold, in a folder that stands for the root of the image. */
class BuiltImage implements AsyncDisposable {
  private constructor(readonly root: string) {}

  static async build(): Promise<BuiltImage> {
    const { copies, run } = await imageFile();
    const image = new BuiltImage(await Deno.makeTempDir());
    await Deno.mkdir(image.pathOf("/app"));
    for (const words of copies) {
      const target = image.pathOf("/app/" + words.at(-1));
      const folder = target.endsWith("/") ? target : target.slice(0, target.lastIndexOf("/"));
      await Deno.mkdir(folder, { recursive: true });
      await command("cp", { args: ["-r", ...words.slice(0, -1), target], cwd: repository });
    }
    // What the base image brings.
    await Deno.mkdir(image.pathOf("/bin"));
    await Deno.copyFile(Deno.execPath(), image.pathOf("/bin/deno"));
    const env = { DENO_DIR: image.pathOf("/deno-dir") };
    await command(Deno.execPath(), { args: run.slice(1), cwd: image.pathOf("/app"), env });
    // The user of the image reads everything and changes nothing.
    await command("chmod", { args: ["-R", "a+rX,a-w", image.root] });
    return image;
  }

  /** Where a path of the image is on this machine. */
  pathOf(path: string): string {
    return `${this.root}${path}`;
  }

  /** What there is, with the time of the last change. */
  async files(): Promise<string> {
    return await command("find", { args: [this.root, "-printf", "%p %T@\n"] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await command("chmod", { args: ["-R", "u+w", this.root] });
    await Deno.remove(this.root, { recursive: true });
  }
}

async function command(name: string, options: Deno.CommandOptions): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(name, options).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** A database of the test's own on the server that the other tests use. */
async function freshDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = await openDatabase(postgresUrl);
  const name = `deployed_${crypto.randomUUID().replaceAll("-", "")}`;
  await server.execute(`create database ${name}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await server.execute(`drop database ${name} with (force)`);
      await server.close();
    },
  };
}

/** Takes what is sent by OTLP over HTTP. */
function startCollector() {
  const paths = new Set<string>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    await request.bytes();
    paths.add(new URL(request.url).pathname);
    return Response.json({});
  });
  return { paths, url: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("25.5 the image's files run as its user, without cache, network packages and writable disk, with PostgreSQL, NATS and a collector", async () => {
  const { env, entrypoint } = await imageFile();
  await using image = await BuiltImage.build();
  await using database = await freshDatabase();
  await using collector = startCollector();
  const before = await image.files();
  const inImage = (text: string) => text.replaceAll(/(?<=^|=)\/(?=app|bin|deno-dir)/g, `${image.root}/`);
  {
    await using bookstore = new DeployedBookstore({
      command: inImage(entrypoint[0]!),
      args: entrypoint.slice(1).map(inImage),
      cwd: image.pathOf("/app"),
      env: {
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inImage(value)])),
        HOME: "/nonexistent",
        DATABASE_URL: database.url,
        NATS_SERVERS: "127.0.0.1:4222",
        OTEL_SERVICE_NAME: "bookstore",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        ESPALIER_HTTP_HOSTNAME: "127.0.0.1",
        ESPALIER_HTTP_PORT: "0",
        ESPALIER_HTTP_DRAIN_DELAY_MS: "0",
        ESPALIER_ACTUATOR_HOSTNAME: "127.0.0.1",
        ESPALIER_ACTUATOR_PORT: "0",
        ESPALIER_ACTUATOR_PROBE_PATHS: "true",
        ESPALIER_ACTUATOR_EXPOSURE_INCLUDE: "metrics,prometheus",
      },
    });
    await bookstore.verify();
    await bookstore.stop();
  }
  assertEquals(await image.files(), before);
  assertEquals([...collector.paths].sort(), ["/v1/metrics", "/v1/traces"]);
  assert(before.includes("/deno-dir/npm/registry.npmjs.org/pg/"), "the packages were loaded at build");
});
