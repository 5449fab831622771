/** The console's path, without slash at its end: the server writes it into the page. */
export const basePath: string = document.documentElement.dataset["base"] ?? "/console";
