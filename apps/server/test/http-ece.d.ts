/** The part of the library that tests use: it ships without types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';
  export function decrypt(
    body: Buffer,
    params: { version: 'aes128gcm'; privateKey: ECDH; dh?: string; authSecret: string },
  ): Buffer;
}
