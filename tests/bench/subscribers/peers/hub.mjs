// What the peers share: each subscriber has a queue of its own.
const subscribers = new Set();

export const tickOf = (seq) => ({
  seq,
  name: `tick number ${seq}`,
  at: new Date(0).toISOString(),
  load: (seq % 8) / 8,
});

export function publish(from, count) {
  for (let i = 0; i < count; i++) {
    const event = { tick: tickOf(from + i) };
    for (const push of subscribers) push(event);
  }
  return count;
}

export async function* ticks() {
  const queue = [];
  let wake = () => {};
  const push = (value) => {
    queue.push(value);
    wake();
  };
  subscribers.add(push);
  try {
    for (;;) {
      while (queue.length > 0) yield queue.shift();
      await new Promise((resolve) => wake = resolve);
    }
  } finally {
    subscribers.delete(push);
  }
}
