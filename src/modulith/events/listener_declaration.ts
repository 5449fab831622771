import { type Class, type MemberDecoratorCall, recordedFor, recordMember } from "../../kernel/mod.ts";
import type { ListenerPhase } from "./application_listener.ts";
import type { ApplicationModuleListenerOptions } from "./event_listener_options.ts";

/** The declaration that a listener decorator recorded for a method. */
export interface ListenerDeclaration {
  readonly method: string;
  readonly eventType: Class<object>;
  readonly phase: ListenerPhase;
  readonly options: ApplicationModuleListenerOptions<object>;
}

const key: unique symbol = Symbol.for("espalier.eventListener");

/** Records a method as a listener, from within its decorator. */
export function declareListener(call: MemberDecoratorCall, declaration: Omit<ListenerDeclaration, "method">): void {
  recordMember<ListenerDeclaration>(key, call, (method) => ({ ...declaration, method }));
}

/**
 * The listener methods of a class, inherited ones included, in the order of declaration, nearest class first.
 *
 * @param type the class
 */
export function listenerDeclarationsOf(type: Class): ListenerDeclaration[] {
  const seen = new Set<string>();
  return recordedFor<ListenerDeclaration>(key, type).filter(({ method, eventType, phase }) => {
    // An overriding method decorated for the same events again is one listener.
    const known = `${method} ${phase} ${eventType.name}`;
    return !seen.has(known) && seen.add(known);
  });
}
