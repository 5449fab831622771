/**
 * Why an application did not start, in one message. Its stack has the places of the service's own code only: a process
 * that ends with it prints the message once.
 */
export class StartupError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "StartupError";
  /**
   * The original exception; not the `cause`, which the runtime would print after the message, with the same content.
   */
  readonly reason: unknown;

  /**
   * Creates the error.
   *
   * @param message the failed action, the reason, and the remedy
   * @param reason what was thrown
   */
  constructor(message: string, reason: unknown) {
    super(message);
    this.reason = reason;
    this.stack = [`${this.name}: ${message}`, ...serviceFrames(reason)].join("\n");
  }
}

/**
 * Removes the framework's code from the stack of an error that describes a misuse.
 *
 * @param error the error that ended the start of an application
 * @returns the same error, or one like it
 */
export function withServiceFrames(error: unknown): unknown {
  const isPlain = error instanceof TypeError && Object.getPrototypeOf(error) === TypeError.prototype;
  if (!isPlain || error.cause !== undefined) return error;
  // A new one, as Deno prints the frames of a stack that was read before, whatever it is replaced by.
  const shown = new TypeError(error.message);
  shown.stack = [`${error.name}: ${error.message}`, ...serviceFrames(error)].join("\n");
  return shown;
}

/** The framework's sources; packages are recognized by their folders. */
const framework = new URL("../", import.meta.url).href;

/**
 * Returns the stack frames of the service's own code.
 *
 * @param reason what was thrown
 * @returns lines of its stack
 */
export function serviceFrames(reason: unknown): string[] {
  const stack = reason instanceof Error ? reason.stack ?? "" : "";
  return stack.split("\n").filter((line) =>
    /^\s+at .*file:\/\//.test(line) && !line.includes(framework) && !/\/npm\/|\/node_modules\//.test(line)
  );
}
