/** The adapters that ship come after an application's own. */
export const shippedAdapterOrder = 1000;
