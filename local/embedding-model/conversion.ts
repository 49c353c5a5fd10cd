import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Conversion } from './conversion-data.ts';

const SCRIPT = new URL('convert-thread.ts', import.meta.url);

/**
 * @param signal ends the work
 * @throws Error if the weights or the result do not have the pinned hash; the signal's reason
 */
export async function runConversion(conversion: Conversion, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const thread = new Worker(SCRIPT, { workerData: conversion });
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end);
  try {
    // Rejects with the error that ends the thread.
    await once(thread, 'exit');
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', end);
  }
}
