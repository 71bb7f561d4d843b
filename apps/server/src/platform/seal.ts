import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

/** Encrypts small texts that wait in a table, such as the link of a queued mail. AES-256-GCM. */
export type Seal = {
  seal(text: string): string;
  /** @throws when the text was sealed with none of the secrets or was changed */
  open(sealed: string): string;
  /**
   * Seals a text again that was sealed with a former secret. Null for the present one.
   * @throws like `open`
   */
  renew(sealed: string): string | null;
};

/** @param former secrets from before a change: they open older texts and seal no new ones */
export function createSeal(secret: string, former: readonly string[] = []): Seal {
  const key = deriveKey(secret, 'seal');
  const keys = [key, ...former.map((old) => deriveKey(old, 'seal'))];
  const seal = (text: string): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  };
  const openWithAny = (sealed: string): { text: string; isPresent: boolean } => {
    const bytes = Buffer.from(sealed, 'base64url');
    const failures: unknown[] = [];
    for (const candidate of keys) {
      try {
        return { text: openWith(candidate, bytes), isPresent: candidate === key };
      } catch (error) {
        failures.push(error);
      }
    }
    throw failures[0];
  };
  return {
    seal,
    open: (sealed) => openWithAny(sealed).text,
    renew(sealed) {
      const { text, isPresent } = openWithAny(sealed);
      return isPresent ? null : seal(text);
    },
  };
}

function openWith(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
