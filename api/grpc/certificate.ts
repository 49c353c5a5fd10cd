import { createSecureContext } from 'node:tls';
import { readFile } from 'node:fs/promises';

/** A certificate chain and its key, both PEM. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/** @throws Error saying which file cannot be used, and why; returns undefined if none is configured */
export async function readCertificate({
  QUARRY_TLS_CERT,
  QUARRY_TLS_KEY,
}: {
  QUARRY_TLS_CERT?: string | undefined;
  QUARRY_TLS_KEY?: string | undefined;
}): Promise<Certificate | undefined> {
  if (!QUARRY_TLS_CERT || !QUARRY_TLS_KEY) return undefined;
  const certificate = {
    cert: await read('QUARRY_TLS_CERT', QUARRY_TLS_CERT),
    key: await read('QUARRY_TLS_KEY', QUARRY_TLS_KEY),
  };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new Error(
      `QUARRY_TLS_CERT and QUARRY_TLS_KEY are not a certificate and its key: ${(error as Error).message}`,
      { cause: error },
    );
  }
  return certificate;
}

async function read(name: string, path: string): Promise<Buffer> {
  return readFile(path).catch((error: Error) => {
    throw new Error(`${name} names a file that cannot be read: ${error.message}`, { cause: error });
  });
}
