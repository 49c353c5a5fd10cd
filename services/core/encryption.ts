import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts values stored in the database: AES-256-GCM, a random nonce first, the tag last. */
export interface Encryption {
  encrypt(plaintext: string): Buffer;
  /** @throws if the bytes were changed or encrypted with another key */
  decrypt(ciphertext: Buffer): string;
}

/** @param key 32 bytes in base64 */
export function createEncryption(key: string): Encryption {
  const secret = Buffer.from(key, 'base64');
  return {
    encrypt(plaintext) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, secret, nonce);
      return Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(ciphertext) {
      const decipher = createDecipheriv(ALGORITHM, secret, ciphertext.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
      return decipher.update(ciphertext.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
