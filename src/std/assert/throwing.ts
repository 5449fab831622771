import { AssertionError } from "./assertion_error.ts";

/** A class of errors. */
// deno-lint-ignore no-explicit-any -- the constructor's parameters don't matter
export type ErrorClass<E extends Error> = new (...args: any[]) => E;

/** Fails unless the function throws an error of the class, with a message that includes the text. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass?: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): E {
  try {
    fn();
  } catch (error) {
    return checked(error, { ErrorClass, msgIncludes, msg });
  }
  throw new AssertionError(`Expected the function to throw${msg ? `: ${msg}` : ""}`);
}

/** Fails unless the function's promise rejects with an error of the class, with a message that includes the text. */
export async function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass?: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E> {
  try {
    await fn();
  } catch (error) {
    return checked(error, { ErrorClass, msgIncludes, msg });
  }
  throw new AssertionError(`Expected the function to reject${msg ? `: ${msg}` : ""}`);
}

interface Expectation<E extends Error> {
  readonly ErrorClass: ErrorClass<E> | undefined;
  readonly msgIncludes: string | undefined;
  readonly msg: string | undefined;
}

function checked<E extends Error>(error: unknown, { ErrorClass, msgIncludes, msg }: Expectation<E>): E {
  const note = msg ? `: ${msg}` : "";
  if (!(error instanceof Error)) throw new AssertionError(`Expected an Error to be thrown${note}`, { cause: error });
  if (ErrorClass && !(error instanceof ErrorClass)) {
    const was = `"${error.name}: ${error.message}"`;
    throw new AssertionError(`Expected an error of class "${ErrorClass.name}" but was ${was}${note}`, { cause: error });
  }
  if (msgIncludes !== undefined && !error.message.includes(msgIncludes)) {
    const wanted = JSON.stringify(msgIncludes);
    throw new AssertionError(`Expected the message to include ${wanted}: was ${JSON.stringify(error.message)}${note}`, {
      cause: error,
    });
  }
  return error as E;
}
