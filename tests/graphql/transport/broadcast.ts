interface Link<T> {
  readonly value: T;
  readonly isEnd: boolean;
  readonly next: Promise<Link<T>>;
}

/** Publishes values to any number of followers, each of which gets all that follow. */
export class Broadcast<T> {
  #tail: PromiseWithResolvers<Link<T>> = Promise.withResolvers();

  /** Publishes a value. */
  publish(value: T): void {
    this.#append(value, false);
  }

  /** Ends the followers' streams. */
  end(): void {
    this.#append(undefined as T, true);
  }

  /** Follows what is published from now on. */
  follow(): AsyncIterable<T> {
    return following(this.#tail.promise);
  }

  #append(value: T, isEnd: boolean): void {
    const tail = this.#tail;
    this.#tail = Promise.withResolvers();
    tail.resolve({ value, isEnd, next: this.#tail.promise });
  }
}

async function* following<T>(first: Promise<Link<T>>): AsyncGenerator<T> {
  for (let link = await first; !link.isEnd; link = await link.next) yield link.value;
}
