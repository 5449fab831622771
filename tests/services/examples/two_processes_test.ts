import { assertEquals } from "@std/assert";
import { t } from "@espalier/espalier";
import { GraphQlTester, take } from "@espalier/espalier/testing";
import { firstLineOf } from "../../consumers/first_line_of.ts";
import { deleteStream } from "../../subscriptions/brokers.ts";

const isNatsThere = await Deno.connect({ hostname: "127.0.0.1", port: 4222 }).then((connection) => {
  connection.close();
  return true;
}, () => false);

/** Starts one of the processes, and waits until it listens. */
async function startProcess(name: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--allow-net",
      "--allow-env",
      "--allow-read",
      "examples/two_processes/main.ts",
      "0",
      name,
    ],
    cwd: new URL("../../../", import.meta.url),
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const [url] = /http:\S+/.exec(await firstLineOf(child.stdout, /Ready at/))!;
  return {
    url: `${url}/graphql`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      assertEquals((await child.status).code, 0);
    },
  };
}

Deno.test({
  name: "S1 two processes: what is announced to one is heard by the subscribers of the other, on every transport",
  ignore: !isNatsThere,
  async fn() {
    const name = `announcements-${crypto.randomUUID()}`;
    await using _stream = { [Symbol.asyncDispose]: () => deleteStream(name) };
    const starting = [startProcess(name), startProcess(name)] as const;
    await using one = await starting[0];
    await using other = await starting[1];
    await using webSocket = GraphQlTester.webSocket({ url: one.url });
    const eventStream = GraphQlTester.eventStream({ url: one.url });

    const listening = [webSocket, eventStream].map((tester) =>
      take(tester.document("subscription { announced }").subscribe("announced", t.string), 2)
    );
    // A subscriber hears what is announced once it is subscribed: the first is repeated until both have heard it.
    const speaker = GraphQlTester.http({ url: other.url });
    const announce = (text: string) =>
      speaker.document("mutation ($text: String!) { announce(text: $text) }").variable("text", text).executeAndVerify();
    const heard = Promise.all(listening);
    let isHeard = false;
    heard.finally(() => isHeard = true);
    while (!isHeard) await announce("Hello over there");
    assertEquals(await heard, Array(2).fill(Array(2).fill("Hello over there")));
  },
});
