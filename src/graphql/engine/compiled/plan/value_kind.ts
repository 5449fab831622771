/** How values of a type are completed. Numbers, for fast comparison. */
export const ValueKind = { LEAF: 0, LIST: 1, OBJECT: 2, ABSTRACT: 3 } as const;

/** One of {@linkcode ValueKind}. */
export type ValueKind = typeof ValueKind[keyof typeof ValueKind];
