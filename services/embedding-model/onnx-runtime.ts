import { createRequire } from 'node:module';

const PACKAGE = 'onnxruntime-node';

/** @throws Error if the package, which an installation may leave out, is missing */
export function requireOnnxRuntime(): void {
  try {
    createRequire(import.meta.url).resolve(PACKAGE);
  } catch (cause) {
    throw new Error(`the package ${PACKAGE} is not installed`, { cause });
  }
}
