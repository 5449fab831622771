import type { Class } from "../../../kernel/mod.ts";

/** The event classes that can be stored, by the names under which they are stored. */
export class EventTypes {
  readonly #byName = new Map<string, Class<object>>();
  readonly #names = new Map<unknown, string>();

  /**
   * Registers a class.
   *
   * @param type the class
   * @param name the name under which its events are stored; by default the class's name
   * @throws TypeError when the name belongs to another class
   */
  add(type: Class<object>, name: string = this.#names.get(type) ?? type.name): void {
    const known = this.#byName.get(name);
    if (known !== undefined && known !== type) {
      throw new TypeError(
        `Cannot store events of two classes under one name: current value is "${name}"; give one class another name ` +
          "with the option eventTypes",
      );
    }
    this.#byName.set(name, type);
    if (!this.#names.has(type)) this.#names.set(type, name);
  }

  /**
   * The name of an event's class.
   *
   * @throws TypeError when the class is unknown, as the event could not be restored after a restart
   */
  nameOf(event: object): string {
    const name = this.#names.get(event.constructor);
    if (name !== undefined) return name;
    throw new TypeError(
      `Cannot store an event as its class must be known after a restart: current value is ` +
        `"${event.constructor.name}"; name it in the option eventTypes, or let a listener name it`,
    );
  }

  /** The class stored under a name, or `undefined`. */
  byName(name: string): Class<object> | undefined {
    return this.#byName.get(name);
  }
}
