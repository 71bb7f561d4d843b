import { AsyncLocalStorage } from 'node:async_hooks';

/** The address at which a person asked for something, without a path. Links in mails about their account lead there. */
export const askedAt = new AsyncLocalStorage<string>();

/** The host of a coach's domain at which a person asks; undefined at the hosts of the product. */
export function domainAsked(appUrl: string): string | undefined {
  const address = askedAt.getStore();
  return address === undefined || address === appUrl ? undefined : new URL(address).host;
}
