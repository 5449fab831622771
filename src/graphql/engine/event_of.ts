/** The resolver of a subscription's root field whose source came from a data fetcher: the event is the field's value. */
export function eventOf(event: unknown): unknown {
  return event;
}
