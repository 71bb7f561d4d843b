import { AsyncLocalStorage } from 'node:async_hooks';

/** The address at which a person asked for something, without a path. Links in mails about their account lead there. */
export const askedAt = new AsyncLocalStorage<string>();
