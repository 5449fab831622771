/** What has to be done with a value of a type. Numbers, so that the running code compares one word. */
export const ValueKind = { LEAF: 0, LIST: 1, OBJECT: 2, ABSTRACT: 3 } as const;

/** One of {@linkcode ValueKind}. */
export type ValueKind = typeof ValueKind[keyof typeof ValueKind];
