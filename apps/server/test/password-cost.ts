import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Rounds of scrypt in tests. The library's own 16,384 take 0.14 s, which added up to a fifth of the run. */
const ROUNDS = 1024;

const scrypt = crypto.scrypt;
if (scrypt.name !== 'scryptInTests') {
  const scryptInTests = (
    password: crypto.BinaryLike,
    salt: crypto.BinaryLike,
    length: number,
    options: crypto.ScryptOptions,
    callback: (error: Error | null, key: Buffer) => void,
  ) => scrypt(password, salt, length, { ...options, N: ROUNDS }, callback);
  Object.assign(crypto, { scrypt: scryptInTests });
  syncBuiltinESMExports();
}
