import { assertEquals } from "@std/assert";
import { LeveledLogger, type Logger, type LogSink } from "../../src/kernel/mod.ts";
import { type LineTarget, LineWriter } from "../../src/access_log/line_writer.ts";

function recorder(): { readonly logger: Logger; readonly reports: unknown[] } {
  const reports: unknown[] = [];
  const sink: LogSink = ({ message, fields }) => void reports.push([message, fields.dropped]);
  return { logger: new LeveledLogger({ "": "INFO" }, sink), reports };
}

/** A disk that takes its time: each write waits until it is let go. */
class SlowDisk implements LineTarget {
  readonly writes: string[] = [];
  readonly started: PromiseWithResolvers<void>[] = [Promise.withResolvers()];
  #release = Promise.withResolvers<void>();

  async write(bytes: Uint8Array): Promise<number> {
    this.started.at(-1)!.resolve();
    this.started.push(Promise.withResolvers());
    await this.#release.promise;
    // Like a disk, it may take a part only.
    const taken = Math.min(bytes.length, 7);
    this.writes.push(new TextDecoder().decode(bytes.subarray(0, taken)));
    return taken;
  }

  release(): void {
    this.#release.resolve();
  }
}

Deno.test("25.5 a slow disk keeps no request waiting: lines beyond the limit are dropped, counted and told", async () => {
  const disk = new SlowDisk();
  const { logger, reports } = recorder();
  const writer = new LineWriter({ target: disk, logger, maxCharacters: 40 });
  writer.add("0123456789");
  await disk.started[0]!.promise;
  for (let i = 0; i < 1_000; i++) writer.add("0123456789");
  assertEquals(reports, [["Dropping lines of the access log as they are written too slowly", 1]]);
  disk.release();
  await writer.close();
  assertEquals(disk.writes.join(""), "0123456789\n".repeat(4));
  assertEquals(reports[1], ["Dropping lines of the access log as the application stops", 996]);
});

Deno.test("25.5 a full disk costs the lines it did not take, and later ones are written again", async () => {
  const written: string[] = [];
  let isFull = true;
  const failed = Promise.withResolvers<void>();
  const { logger, reports } = recorder();
  const target: LineTarget = {
    write: (bytes) => {
      if (isFull) {
        failed.resolve();
        return Promise.reject(new Error("No space left on device"));
      }
      written.push(new TextDecoder().decode(bytes));
      return Promise.resolve(bytes.length);
    },
  };
  const writer = new LineWriter({ target, logger, maxCharacters: 1_000 });
  writer.add("lost");
  await failed.promise;
  isFull = false;
  writer.add("kept");
  await writer.close();
  assertEquals(written, ["kept\n"]);
  assertEquals(reports, [["Dropping lines of the access log as they can't be written", 1]]);
});
