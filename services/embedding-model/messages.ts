/** Paths of a model's files on this machine. */
export interface ModelFiles {
  model: string;
  vocabulary: string;
}

/** The data that the thread starts with. */
export interface ModelThreadData {
  files: ModelFiles;
  /** Runs at low priority. */
  isBackground: boolean;
}

/** A message to the thread. It holds one text: the queue chooses the next text when this one is done. */
export type ModelRequest = { type: 'text'; text: string } | { type: 'stop' };

/** A message from the thread. `ready` comes once, before all others. */
export type ModelReply =
  | { type: 'ready' }
  | { type: 'vector'; vector: Float32Array }
  | { type: 'failed'; message: string };
