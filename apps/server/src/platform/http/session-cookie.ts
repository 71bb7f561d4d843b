import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Name of the session cookie. On https sites it has the prefix that browsers accept only over https. */
export const sessionCookieName = (appUrl: string) =>
  `${appUrl.startsWith('https:') ? '__Secure-' : ''}stridewell.session_token`;

/** The key that signs session cookies, imported once: importing it costs more than the signature. */
export const sessionCookieKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8');

/** Size at which the cache of verified cookies is cleared. */
const KNOWN_MOST = 1000;

/**
 * Reads the digest of the session token of a Cookie header if its signature is valid, without the cost of a call to
 * the auth library. The library's format is `encodeURIComponent(token + '.' + base64(HMAC-SHA256))`. A valid signature
 * stays valid, so each cookie is verified and its token digested once.
 */
export function createDigestReader(
  name: string,
  key: KeyObject,
  digestOf: (token: string) => string,
): (cookieHeader?: string) => string | undefined {
  /** By the whole header, which a browser repeats. */
  const known = new Map<string, string>();
  return (cookieHeader) => {
    if (cookieHeader === undefined) return undefined;
    const found = known.get(cookieHeader);
    if (found !== undefined) return found;
    const value = cookieHeader
      .split(';')
      .map((pair) => pair.trim())
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
    const token = value && tokenIn(value, key);
    if (!token) return undefined;
    const digest = digestOf(token);
    if (known.size >= KNOWN_MOST) known.clear();
    known.set(cookieHeader, digest);
    return digest;
  };
}

function tokenIn(value: string, key: KeyObject): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    return undefined;
  }
  const dot = decoded.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = decoded.slice(0, dot);
  const given = Buffer.from(decoded.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', key).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}
