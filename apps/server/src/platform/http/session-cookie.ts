import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Name of the session cookie: with the prefix that browsers accept over https alone, where the site is on https. */
export const sessionCookieName = (appUrl: string) =>
  `${appUrl.startsWith('https:') ? '__Secure-' : ''}stridewell.session_token`;

/** The key that signs session cookies, imported once: doing so for every request costs more than the signature. */
export const sessionCookieKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8');

/**
 * The session token of a Cookie header, if its signature is ours. Reads the format in which the auth library writes
 * it (`encodeURIComponent(token + '.' + base64(HMAC-SHA256))`), without the cost of a request to that library.
 */
export function readSessionToken(cookieHeader: string | undefined, name: string, key: KeyObject): string | undefined {
  const value = cookieHeader
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (!value) return undefined;
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
