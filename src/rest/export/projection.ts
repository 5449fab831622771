/**
 * A view of an entity: property paths (`"title"`, `"author.name"`), or a function over the entity that returns the
 * members of the document.
 */
export type Projection<T> = readonly string[] | ((entity: T) => Readonly<Record<string, unknown>>);
