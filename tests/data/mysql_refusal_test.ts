import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createApp, createContainer, data, StartupError } from "@espalier/espalier";
import { openDatabase } from "@espalier/espalier/data";
import { migrateCommand } from "@espalier/espalier/migrate";
import { createServer } from "mysql2";

interface FakeServer extends AsyncDisposable {
  readonly url: string;
  /** The statements that came. */
  readonly statements: readonly string[];
}

/** Listens as a server of another version does: it takes any user and says its version. */
async function serverOf(version: string): Promise<FakeServer> {
  const statements: string[] = [];
  const connections = new Set<{ close(): void }>();
  // The types of the driver leave most of its server out.
  // deno-lint-ignore no-explicit-any
  const server = createServer((connection: any) => {
    connections.add(connection);
    connection.on("error", () => connections.delete(connection));
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: version,
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0xffffff & ~0x800,
      authCallback: (_: unknown, done: (error: null) => void) => {
        done(null);
        connection.sequenceId = 0;
      },
    });
    connection.on("query", (text: string) => {
      statements.push(text);
      connection.sequenceId = 1;
      connection.writeTextResult([{ "version()": version }], [{
        catalog: "def",
        schema: "",
        table: "",
        orgTable: "",
        name: "version()",
        orgName: "",
        characterSet: 45,
        columnLength: 100,
        columnType: 253,
        flags: 0,
        decimals: 0,
      }]);
    });
  });
  // deno-lint-ignore no-explicit-any
  const listener = (server as any)._server;
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `mysql://shop:secret@127.0.0.1:${listener.address().port}/shop`,
    statements,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve());
        for (const connection of connections) connection.close();
      }),
  };
}

const refused: readonly (readonly [version: string, advice: string])[] = [
  ["8.4.3", "MySQL and servers that are like it are not supported"],
  ["8.0.11-TiDB-v8.5.0", "MySQL and servers that are like it are not supported"],
  ["10.6.21-MariaDB-log", "update the server"],
  ["10.11.7-MariaDB", "update the server"],
];

for (const [version, advice] of refused) {
  Deno.test(`21.6 a server of version ${version} is refused with what is supported and what to do`, async () => {
    await using server = await serverOf(version);
    const error = await assertRejects(() => openDatabase(server.url), TypeError);
    assertStringIncludes(error.message, `must be MariaDB 10.11.8 or later: current version is "${version}"; ${advice}`);
    assertEquals(error.message.includes("secret"), false);
    assertEquals(server.statements, ["select version()"]);
  });
}

Deno.test("21.6 a start and a migration on MySQL say what is supported", async () => {
  await using server = await serverOf("8.4.3");
  const container = createContainer(data({ url: server.url }));
  const start = () => createApp(container, { properties: { logging: { level: "OFF" } } });
  const error = await assertRejects(start, StartupError);
  assertStringIncludes(error.message, 'Use MariaDB, PostgreSQL ("postgres://…") or SQLite ("sqlite:…")');
  const lines: string[] = [];
  const output = { log: (text: string) => void lines.push(text), error: (text: string) => void lines.push(text) };
  const root = await Deno.makeTempDir();
  assertEquals(await migrateCommand(["status", "--root", root, "--database", server.url], output), 1);
  assertStringIncludes(lines.join("\n"), 'current version is "8.4.3"; MySQL and servers that are like it');
  assertEquals(lines.join("\n").includes("secret"), false);
  await Deno.remove(root, { recursive: true });
});
