import type { ServiceIdentifier } from "../../../deps.ts";
import { token } from "../../kernel/mod.ts";

/**
 * Publishes application events: a module notifies other modules without depending on them.
 *
 * An event is an instance of a class; listeners name the class. Listeners of its base classes are called too.
 */
export interface ApplicationEvents {
  /**
   * Calls the listeners one after another, in their order. Await it: a listener may be asynchronous.
   *
   * After-commit listeners are called after the transaction in which `publish` is called has committed, or at once
   * without a transaction; their failures do not reach the publisher.
   *
   * @param event the event, an instance of a class
   * @throws the error that a listener throws; the listeners after it are not called
   */
  publish(event: object): Promise<void>;
}

/** Identifier of the {@linkcode ApplicationEvents} bean, which `events()` binds. */
export const ApplicationEvents: ServiceIdentifier<ApplicationEvents> = token<ApplicationEvents>("ApplicationEvents");
