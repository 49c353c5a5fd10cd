/** A reserved host name, so that the address of a file is never mistaken for a web page. */
export const FILES_BASE_URL = 'https://files.quarry.invalid/';

/** File names may contain characters that are invalid or reserved in URLs. @param baseUrl ends with a slash */
export function urlOfFile(baseUrl: string, path: string): string {
  return (
    baseUrl +
    path
      .split('/')
      .map((name) => encodeURIComponent(name.toWellFormed()))
      .join('/')
  );
}
