const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export type OriginCheck = (origin: string | undefined) => boolean;

/**
 * Decides whether a browser page of `origin` may make changes with our cookie. Without a configured public address, all
 * loopback names count as one origin, so that any of them works in development.
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
