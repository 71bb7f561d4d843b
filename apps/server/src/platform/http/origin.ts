const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @param at the other site of this server that the request came to; null at its usual address */
export type OriginCheck = (origin: string | undefined, at: { origin: string } | null) => boolean;

/**
 * Decides whether a browser page of `origin` may make changes with our cookie. Cookies belong to one host, so a page
 * may make changes at its own host alone. Without a configured public address, all loopback names count as one origin,
 * so that any of them works in development.
 */
export function createOriginCheck(appUrl: string, appUrlIsDefault: boolean): OriginCheck {
  const own = new URL(appUrl);
  return (origin, at) => {
    if (!origin || !URL.canParse(origin)) return false;
    const given = new URL(origin);
    if (at) return given.origin === at.origin;
    if (given.origin === own.origin) return true;
    return appUrlIsDefault && given.protocol === 'http:' && LOOPBACK.has(given.hostname) && given.port === own.port;
  };
}
