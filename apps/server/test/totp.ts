import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PERIOD_MS = 30_000;

export function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll('=', '')].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The code of an authenticator app at `at` for a typed secret. Deliberately independent of the code that checks it. */
export function codeOf(secret: string, at = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / PERIOD_MS)));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Codes of the previous, current and next half minute, each of which works once. */
export const codesOf = (secret: string): [before: string, now: string, after: string] => {
  const now = Date.now();
  return [codeOf(secret, now - PERIOD_MS), codeOf(secret, now), codeOf(secret, now + PERIOD_MS)];
};

export const secretOf = (uri: string): string => new URL(uri).searchParams.get('secret') ?? '';
