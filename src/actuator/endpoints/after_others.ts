/** The place of these endpoints' links: behind health and what other features bind. */
export const afterOthers = 50;
