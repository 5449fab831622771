/** The resolver of a subscription's root field that has a data fetcher: the event is the field's value. */
export function eventOf(event: unknown): unknown {
  return event;
}
