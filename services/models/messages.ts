/** Files of a model on this machine. */
export interface ModelFiles {
  model: string;
  vocabulary: string;
}

/** What the thread starts with. */
export interface ModelThreadData {
  files: ModelFiles;
  /** Takes a core only where nothing else wants it. */
  isBackground: boolean;
}

/** To the thread. One text at a time: the next one is chosen when this one is done. */
export type ModelRequest = { type: 'text'; text: string } | { type: 'stop' };

/** From the thread; `ready` comes once, before all others. */
export type ModelReply =
  | { type: 'ready' }
  | { type: 'vector'; vector: Float32Array }
  | { type: 'failed'; message: string };
