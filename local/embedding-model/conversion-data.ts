/** The thread's input: paths, and the required hashes of the files. */
export interface Conversion {
  weights: string;
  target: string;
  weightsSha256: string;
  modelSha256: string;
}
