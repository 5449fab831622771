import { inRootContext } from "../../context/mod.ts";
import { isoDuration } from "../iso_duration.ts";

/** Tells of the process, the operating system and the runtime, as far as permissions allow. */
export async function runtimeInfo(): Promise<Record<string, unknown>> {
  const { default: v8 } = await inRootContext(() => import("node:v8"));
  const { heapUsed, heapTotal, rss, external } = Deno.memoryUsage();
  const now = Date.now();
  return {
    deno: { version: Deno.version.deno, v8: Deno.version.v8, typescript: Deno.version.typescript },
    os: { name: Deno.build.os, ...permitted("osRelease", "version", () => Deno.osRelease()), arch: Deno.build.arch },
    process: {
      pid: Deno.pid,
      parentPid: Deno.ppid,
      cpus: navigator.hardwareConcurrency,
      memory: {
        heap: { max: v8.getHeapStatistics().heap_size_limit, committed: heapTotal, used: heapUsed },
        nonHeap: { used: external, resident: rss },
      },
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      startTime: new Date(performance.timeOrigin),
      currentTime: new Date(now),
      uptime: isoDuration(now - performance.timeOrigin),
    },
  };
}

/** A fact that needs a permission is absent where that was not given; nobody is asked for it. */
function permitted(kind: "osRelease", name: string, read: () => string): Record<string, string> {
  return Deno.permissions.querySync({ name: "sys", kind }).state === "granted" ? { [name]: read() } : {};
}
