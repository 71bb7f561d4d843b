import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

/** Encrypts small texts that wait in a table, such as the link of a queued mail. AES-256-GCM. */
export type Seal = { seal(text: string): string; open(sealed: string): string };

/** @param former secrets from before a change: they open older texts and seal no new ones */
export function createSeal(secret: string, former: readonly string[] = []): Seal {
  const key = deriveKey(secret, 'seal');
  const keys = [key, ...former.map((old) => deriveKey(old, 'seal'))];
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    /** @throws when the text was sealed with none of the secrets or was changed */
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const failures: unknown[] = [];
      for (const candidate of keys) {
        try {
          return openWith(candidate, bytes);
        } catch (error) {
          failures.push(error);
        }
      }
      throw failures[0];
    },
  };
}

function openWith(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
