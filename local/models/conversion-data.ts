/** What the thread starts with: paths, and the hashes that the files have to have. */
export interface Conversion {
  weights: string;
  target: string;
  weightsSha256: string;
  modelSha256: string;
}
