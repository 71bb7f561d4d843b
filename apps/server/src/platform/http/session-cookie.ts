import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Name of the session cookie: with the prefix that browsers accept over https alone, where the site is on https. */
export const sessionCookieName = (appUrl: string) =>
  `${appUrl.startsWith('https:') ? '__Secure-' : ''}stridewell.session_token`;

/** The key that signs session cookies, imported once: doing so for every request costs more than the signature. */
export const sessionCookieKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8');

/** So many cookies are known before all of them are forgotten. */
const KNOWN_MOST = 1000;

/**
 * Reads the session token of a Cookie header, if its signature is ours, in the format in which the auth library writes
 * it (`encodeURIComponent(token + '.' + base64(HMAC-SHA256))`), without the cost of a request to that library. A
 * signature that was right stays right, so the same cookie is checked once.
 */
export function createTokenReader(name: string, key: KeyObject): (cookieHeader?: string) => string | undefined {
  const known = new Map<string, string>();
  return (cookieHeader) => {
    const value = cookieHeader
      ?.split(';')
      .map((pair) => pair.trim())
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
    if (!value) return undefined;
    const token = known.get(value) ?? tokenIn(value, key);
    if (token === undefined) return undefined;
    if (known.size >= KNOWN_MOST) known.clear();
    known.set(value, token);
    return token;
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
