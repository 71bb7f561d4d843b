import { useSyncExternalStore } from 'react';
import { Store, useStore } from './store.ts';

/** The zone of this device. Only visitors read times in it, and people who set up an account start with it. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

class AccountZone extends Store<string | null> {
  constructor() {
    super(null);
  }
  /** Called with the session of the tab; null for visitors. */
  follow(timeZone: string | null): void {
    if (timeZone !== this.getSnapshot()) this.set(timeZone);
  }
}

/** The zone of the signed-in account, whatever device it is read on. */
export const accountZone = new AccountZone();

/** The zone in which this tab shows times: that of the account, or for visitors that of the browser. */
export const readerTimeZone = (): string => accountZone.getSnapshot() ?? browserTimeZone();

const never = () => () => undefined;
/** The server renders pages for all visitors, so they are taken over in its zone and corrected then. */
const zoneOfServer = () => 'UTC';

export function useTimeZone(): string {
  useStore(accountZone);
  // The browser is asked only for visitors: each answer takes a good part of a millisecond.
  return useSyncExternalStore(never, readerTimeZone, zoneOfServer);
}
