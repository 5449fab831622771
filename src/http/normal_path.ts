/**
 * Brings a path into the form in which paths are compared (RFC 3986, 6.2.2): characters that need no escape have none,
 * escapes are in upper case, and characters that require escaping are escaped. An escaped slash is not changed.
 *
 * @param path a path, percent-encoded or as a developer writes it; a malformed escape is not changed
 */
export function normalPath(path: string): string {
  const encoded = plain.test(path) ? path : path.toWellFormed().replace(/[^!-~]+/g, encodeURI);
  return encoded.includes("%") ? encoded.replace(/%[0-9a-f]{2}/gi, normalEscape) : encoded;
}

const plain = /^[!-~]*$/;

function normalEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
}
