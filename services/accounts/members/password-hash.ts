import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// OWASP's first choice for argon2id. A hash takes about 80 ms of one thread.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const NONCE_BYTES = 16;
const TAG_BYTES = 32;
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify(argon2);

/** A hash with its parameters, in the usual form: `$argon2id$v=19$m=…,t=…,p=1$nonce$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await tagOf(password, { nonce, memory: MEMORY_KIB, passes: PASSES });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** Whether a stored hash is that of a password. @throws Error for a hash of another form */
export async function isPasswordOf(stored: string, password: string): Promise<boolean> {
  const [, memory, passes, nonce = '', tag = ''] = STORED.exec(stored) ?? [];
  if (tag === '') throw new Error('a stored password has another form than argon2id');
  const expected = Buffer.from(tag, 'base64');
  const parameters = { nonce: Buffer.from(nonce, 'base64'), memory: Number(memory), passes: Number(passes) };
  return timingSafeEqual(await tagOf(password, parameters), expected);
}

function tagOf(message: string, parameters: { nonce: Buffer; memory: number; passes: number }): Promise<Buffer> {
  return derive('argon2id', { message, parallelism: 1, tagLength: TAG_BYTES, ...parameters });
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
