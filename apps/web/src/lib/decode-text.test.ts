import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const TEXT = 'Müller €';

it.each([
  ['UTF-8', new TextEncoder().encode(TEXT)],
  ['UTF-8 with a mark', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(TEXT)])],
  ['Windows-1252', new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80])],
  [
    'UTF-16 little-endian',
    new Uint8Array([0xff, 0xfe, ...[...TEXT].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])]),
  ],
  [
    'UTF-16 big-endian',
    new Uint8Array([0xfe, 0xff, ...[...TEXT].flatMap((c) => [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255])]),
  ],
  ['nothing', new Uint8Array()],
])('text in %s is read', (encoding, bytes) => {
  expect(decodeText(bytes)).toBe(encoding === 'nothing' ? '' : TEXT);
});
