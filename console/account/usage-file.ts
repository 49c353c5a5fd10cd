import { open } from '../api/call.ts';

/** Saves what a path answers as a file. */
export async function saveFile(path: string, name: string): Promise<void> {
  // A link cannot carry the header of the session.
  const response = await open(path, {});
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the address when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url));
}
