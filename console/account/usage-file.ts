import { open } from '../api/call.ts';

/** Saves the rows of a span as a file. @param query of `GET /v1/usage`, without the format */
export async function saveUsage(query: string, name: string): Promise<void> {
  // A link cannot carry the header of the session.
  const response = await open(`/v1/usage?${query}&format=csv`, {});
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the address when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url));
}
