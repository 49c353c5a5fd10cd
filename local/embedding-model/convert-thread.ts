/** Converts the weights in a thread, because the conversion computes for two seconds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { convertMiniLm } from '../../services/embedding-model/convert/convert.ts';
import { requireHash } from '../obtain/verify.ts';
import type { Conversion } from './conversion-data.ts';

const { weights, target, weightsSha256, modelSha256 } = workerData as Conversion;

const published = readFileSync(weights);
requireHash('the download of the weights', published, weightsSha256);
const model = convertMiniLm(published);
requireHash('the converted model', model, modelSha256);
writeFileSync(target, model);
