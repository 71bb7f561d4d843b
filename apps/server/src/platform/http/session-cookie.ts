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

/** Stands between a token and the host that it is for. Tokens and hosts have no such sign. */
const AT = '@';
/** How it may be written in a cookie. */
const WRITTEN_AT = /@|%40/;

/** The token of a session that is used at one host alone. The signature of its cookie covers the host. */
export const tokenFor = (token: string, host: string): string => `${token}${AT}${host}`;

/**
 * Removes the session from a Cookie header when it belongs to another host. A browser would not send it here, but the
 * owner of that host could: the browsers of its visitors send it there.
 * @param host of a coach's domain; undefined for the hosts of the product
 */
export function withoutForeignSession(
  cookieHeader: string | undefined,
  name: string,
  host: string | undefined,
): string | undefined {
  if (!cookieHeader?.includes(`${name}=`)) return cookieHeader;
  // No session in the header names a host. Most headers are like that, and need no parsing.
  if (host === undefined && !WRITTEN_AT.test(cookieHeader)) return cookieHeader;
  const isForeign = (pair: string): boolean =>
    pair.startsWith(`${name}=`) && signedIn(pair.slice(name.length + 1))?.token.split(AT)[1] !== host;
  const pairs = cookieHeader.split(';').map((pair) => pair.trim());
  return pairs.some(isForeign) ? pairs.filter((pair) => !isForeign(pair)).join('; ') : cookieHeader;
}

function tokenIn(value: string, key: KeyObject): string | undefined {
  const signed = signedIn(value);
  if (!signed) return undefined;
  const given = Buffer.from(signed.signature, 'base64');
  const expected = createHmac('sha256', key).update(signed.token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? signed.token : undefined;
}

/** Token and signature of a cookie's value. The signature is not checked. */
function signedIn(value: string): { token: string; signature: string } | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    return undefined;
  }
  const dot = decoded.lastIndexOf('.');
  return dot < 1 ? undefined : { token: decoded.slice(0, dot), signature: decoded.slice(dot + 1) };
}
