import { assert, assertEquals, assertStringIncludes } from "@std/assert";

const root = new URL("../../", import.meta.url);

/** Runs a main module, and returns its exit code and stderr, without packages downloaded into an empty cache. */
async function run(source: string, ...flags: string[]): Promise<{ code: number; stderr: string }> {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(
      file,
      source.replaceAll('"@espalier/espalier"', JSON.stringify(new URL("mod.ts", root).href)),
    );
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", "--config", new URL("deno.json", root).pathname, ...flags, file],
      env: { NO_COLOR: "1" },
    }).output();
    return { code, stderr: new TextDecoder().decode(stderr).replaceAll(file, "main.ts") };
  } finally {
    await Deno.remove(file);
  }
}

Deno.test("start: a port in use is one message, without a stack, and code 1", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr as Deno.NetAddr;
  const { code, stderr } = await run(
    `import { createApp, createContainer, start } from "@espalier/espalier";
    await start(() => createApp(createContainer()), { port: ${port} });`,
    "-A",
  );
  assertEquals([code, stderr], [
    1,
    `Cannot listen on 127.0.0.1:${port} as the port is in use: stop the other process or choose another port\n`,
  ]);
});

Deno.test("start: a wrong option is one message, without the framework's code", async () => {
  const { code, stderr } = await run(
    `import { createApp, createContainer, start } from "@espalier/espalier";
    await start(() => createApp(createContainer()), { port: 99_999 });`,
    "-A",
  );
  assertEquals([code, stderr], [
    1,
    'Cannot use option "port" of serve as it must be an integer from 0 to 65535: current value is 99999\n',
  ]);
});

Deno.test("start: a start-up task that fails is one message with the place of the service's code", async () => {
  const { code, stderr } = await run(
    `import { ContainerModule, createApp, createContainer, start, StartupTask } from "@espalier/espalier";
    function shelve(): void {
      throw new Error("no shelf");
    }
    const shelves = new ContainerModule(({ bind }) => void bind(StartupTask).toConstantValue({ name: "shelves", run: shelve }));
    await start(() => createApp(createContainer(shelves)), { port: 0 });`,
    "-A",
  );
  assertEquals(code, 1);
  assertStringIncludes(stderr, "no shelf");
  assertStringIncludes(stderr, "main.ts:3:13");
  assert(!/Uncaught|in promise|StartupError/.test(stderr), stderr);
});

Deno.test("start: a missing permission is one message", async () => {
  const { code, stderr } = await run(
    `import { createApp, createContainer, start } from "@espalier/espalier";
    await start(() => createApp(createContainer()), { port: 0 });`,
    "--allow-read",
    "--no-prompt",
  );
  assertEquals(code, 1);
  assertStringIncludes(stderr, "--allow-net");
  assertEquals(stderr.trim().split("\n").length, 1);
});

Deno.test("start: an unexpected error is shown with its stack and causes", async () => {
  const { code, stderr } = await run(
    `import { start } from "@espalier/espalier";
    await start(() => {
      throw new RangeError("odd", { cause: new Error("deeper") });
    });`,
    "-A",
  );
  assertEquals(code, 1);
  for (const part of ["Cannot start the service: RangeError: odd", "main.ts:3:13", "[cause]: Error: deeper"]) {
    assertStringIncludes(stderr, part);
  }
});

Deno.test("start: a port to share without Deno's flag is one message that names the flag", async () => {
  const file = new URL("start_shared_port.ts", import.meta.url);
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--no-config",
      "--import-map",
      new URL("deno.json", root).pathname,
      "-A",
      file.pathname,
    ],
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals([code, new TextDecoder().decode(stderr)], [
    1,
    "Cannot share the port as http.reusePort needs an unstable interface of Deno: " +
    'run with --unstable-net, or add "net" to "unstable" in deno.json\n',
  ]);
});
