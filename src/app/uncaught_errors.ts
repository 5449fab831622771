import { EspalierProperties, Logger } from "../kernel/mod.ts";
import type { Application } from "./application.ts";
import { RequestScope } from "./request_scope.ts";

/**
 * Logs uncaught errors and unhandled promise rejections at `ERROR`, category `espalier.app`, instead of letting them end
 * the process, unless `http.keepServingOnUncaughtErrors` is off.
 *
 * A line names the request whose code failed, or the latest ones where it is not known. The runtime reports errors to the whole process: of several applications
 * that are served in one process, the first one logs them.
 *
 * @param app the application that is served
 * @returns removes the listeners
 */
export function logUncaughtErrors({ container }: Application): () => void {
  if (!container.get(EspalierProperties).http.keepServingOnUncaughtErrors) return () => {};
  const logger = container.get(Logger).forCategory("espalier.app");
  const scope = container.get(RequestScope);
  const report = (event: Event, message: string, error: unknown) => {
    // Another listener has handled it: that of the user, or of another application.
    if (event.defaultPrevented) return;
    event.preventDefault();
    logger.error(message, { ...scope.fields(), error });
    scope.follow();
  };
  const rejected = (event: PromiseRejectionEvent) => report(event, "Unhandled promise rejection", event.reason);
  const failed = (event: ErrorEvent) => report(event, "Uncaught error", event.error);
  addEventListener("unhandledrejection", rejected);
  addEventListener("error", failed);
  return () => {
    removeEventListener("unhandledrejection", rejected);
    removeEventListener("error", failed);
  };
}
