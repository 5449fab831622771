import type { ServiceIdentifier } from "../../../deps.ts";
import { token } from "../../kernel/mod.ts";

/**
 * Publishes application events: how one module tells the others that something happened, without knowing them.
 *
 * An event is an instance of a class; listeners name the class. Listeners of a class it extends are told too.
 */
export interface ApplicationEvents {
  /**
   * Tells the listeners, one after another in their order. Await it: a listener may be asynchronous.
   *
   * Listeners that wait for the commit are told after the transaction in which `publish` is called has committed, or
   * at once where there is none; their failures do not reach the publisher.
   *
   * @param event what happened
   * @throws whatever a listener throws; listeners after it are not told
   */
  publish(event: object): Promise<void>;
}

/** Identifier of the {@linkcode ApplicationEvents} bean, which `events()` binds. */
export const ApplicationEvents: ServiceIdentifier<ApplicationEvents> = token<ApplicationEvents>("ApplicationEvents");
