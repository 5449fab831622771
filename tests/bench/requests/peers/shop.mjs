// What all servers have in common: the data, and the functions that find them.

// Concatenated strings are trees to V8; rows of a store are flat.
const flat = (text) => JSON.parse(JSON.stringify(text));
const words = ["river", "stone", "winter", "signal", "garden", "mirror", "harbour", "engine"];
const languages = ["en", "de", "fr", null];

const books = Array.from({ length: 400 }, (_, i) => ({
  id: flat(`b${i}`),
  title: flat(`The ${words[i % 8]} and the ${words[i * 7 % 8]}, part ${i}`),
  isbn: flat(`978-${1_000_000_000 + i * 7919}`),
  pages: 80 + i * 37 % 900,
  price: Math.round(500 + i * 13 % 4_000) / 100,
  inPrint: i % 3 > 0,
  language: languages[i % 4],
}));
const loaded = books.map(({ id, title }, i) => ({ id, title, authorId: `a${i % 50}` }));
const authors = new Map(Array.from({ length: 50 }, (_, i) => {
  const id = flat(`a${i}`);
  return [id, { id, name: flat(`Author ${words[i % 8]} ${i}`), country: i % 7 === 0 ? null : "NO" }];
}));
const rows = Array.from({ length: 100 }, (_, i) => ({
  id: flat(`i${i}`),
  first: flat(`value ${i}`),
  second: i * 31,
  third: i % 2 === 0,
}));

export const find = {
  hello: () => "Hello, world!",
  books: (first) => books.slice(0, first),
  loadedBooks: (first) => loaded.slice(0, first),
  items: (first) => rows.slice(0, first),
  page: (first, after) => {
    const start = after == null ? 0 : Number(atob(after)) + 1;
    const edges = books.slice(start, start + first).map((node, i) => ({ cursor: btoa(String(start + i)), node }));
    return { edges, hasNextPage: start + first < books.length };
  },
  authorsOf: (some) => Promise.resolve(some.map(({ authorId }) => authors.get(authorId))),
};

/** Fields of items, each a promise of its own. */
export const item = {
  a: ({ first }) => Promise.resolve(first),
  b: ({ second }) => Promise.resolve(second),
  c: ({ third }) => Promise.resolve(third),
};
