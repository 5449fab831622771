/** The order of these endpoints' links: after health and the endpoints of other features. */
export const afterOthers = 50;
