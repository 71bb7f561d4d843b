import { hkdfSync } from 'node:crypto';

/** A key of 32 bytes for one purpose, from the secret of the installation (HKDF-SHA-256). */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `stridewell ${purpose}`, 32));
