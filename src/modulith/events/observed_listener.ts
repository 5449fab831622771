import type { EventObserver, ListenerOutcome } from "./event_observer.ts";
import type { RegisteredListener } from "./registered_listener.ts";

/**
 * Reports the outcome of each call of a listener to observers.
 *
 * @param listener the listener
 * @param observers those that have the method `handled`
 */
export function observedListener(
  listener: RegisteredListener,
  observers: readonly EventObserver[],
): RegisteredListener {
  const invoke: RegisteredListener["invoke"] = (event, publicationId, signal) => {
    const startedAt = performance.now();
    const end = (failure: Pick<ListenerOutcome, "error">) => {
      const outcome = { event, durationMs: performance.now() - startedAt, ...failure };
      for (const observer of observers) observer.handled!(listener, outcome);
    };
    try {
      const result = listener.invoke(event, publicationId, signal);
      if (!(result instanceof Promise)) {
        end({});
        return result;
      }
      return result.then((value) => {
        end({});
        return value;
      }, (error) => {
        end({ error });
        throw error;
      });
    } catch (error) {
      end({ error });
      throw error;
    }
  };
  return { ...listener, invoke };
}
