/** What both servers know. */
const products = new Map(
  Array.from({ length: 2000 }, (_, i) => [
    String(i),
    { id: String(i), name: `Product ${i}`, price: i + 0.5, weight: i % 100, inStock: i % 3 === 0 },
  ]),
);

export function product(id) {
  return products.get(id) ?? null;
}
