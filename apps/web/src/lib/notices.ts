import type { SwitchName } from '@stridewell/contract/errors.rules';
import type { Notices } from '@stridewell/contract/identity/identity';
import { useSyncExternalStore } from 'react';
import { Store } from './store.ts';

const NONE: Notices = { banner: null, off: [] };

/** Notice that the server has written into the page, for visitors. */
function noticesOfPage(): Notices {
  if (typeof document === 'undefined') return NONE;
  const content = document.querySelector<HTMLMetaElement>('meta[name="notices"]')?.content;
  return content ? JSON.parse(content) : NONE;
}

class NoticeStore extends Store<Notices> {
  readonly #page: Notices;

  constructor(page: Notices) {
    super(page);
    this.#page = page;
  }

  /** Those of a session; without one, those that came with the page. */
  follow(session: { notices: Notices } | null): void {
    const next = session?.notices ?? this.#page;
    if (next !== this.getSnapshot()) this.set(next);
  }
}

/** Notice of the operators to everyone on the platform. */
export const platformNotices = new NoticeStore(noticesOfPage());

// Pages are rendered on the server without notices, and take them up in the browser.
const none = () => NONE;
export const useNotices = (): Notices =>
  useSyncExternalStore(platformNotices.subscribe, platformNotices.getSnapshot, none);

/** Whether an operator has turned the feature off. */
export const useIsOff = (feature: SwitchName): boolean => useNotices().off.includes(feature);
