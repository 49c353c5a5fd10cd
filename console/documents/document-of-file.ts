/** Files have no address on the web; this one, of a reserved name, tells where they come from. */
const ORIGIN = 'https://files.invalid/';

/** A text file as a document: its heading, or its name, is the title. */
export function documentOfFile(name: string, text: string): { url: string; title: string; text: string } {
  const [, heading = name.replace(/\.\w+$/, '')] = /^#\s+(.+)$/m.exec(text) ?? [];
  return { url: ORIGIN + encodeURIComponent(name), title: heading.trim(), text };
}
