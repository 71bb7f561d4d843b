const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export type OriginCheck = (origin: string | undefined) => boolean;

/**
 * Whether a browser page of `origin` may change something with our cookie. All loopback names count as one
 * origin without a configured public address, so that any of them works in development.
 */
export function createOriginCheck(appUrl: string, appUrlIsDefault: boolean): OriginCheck {
  const own = new URL(appUrl);
  return (origin) => {
    if (!origin || !URL.canParse(origin)) return false;
    const given = new URL(origin);
    if (given.origin === own.origin) return true;
    return appUrlIsDefault && given.protocol === 'http:' && LOOPBACK.has(given.hostname) && given.port === own.port;
  };
}
