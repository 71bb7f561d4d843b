import { useSyncExternalStore } from 'react';

/** What Chromium says when it would install the app; other browsers do not know it. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };
const isInstallPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function';

/** `share`: on an iPhone or iPad the app is added by hand. Null: nothing to offer. */
export type InstallOffer = { way: 'ask'; accept: () => void } | { way: 'share' } | null;

const DISMISSED_KEY = 'stridewell.install.dismissed';
const SHARE: InstallOffer = { way: 'share' };

const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches;
/** Safari on iOS alone knows this property; it is true once the app was opened from the home screen. */
const addsByHand = (): boolean => 'standalone' in navigator && navigator.standalone === false;

class Install {
  readonly #listeners = new Set<() => void>();
  #offer: InstallOffer = null;

  constructor() {
    if (window.localStorage.getItem(DISMISSED_KEY) || isInstalled()) return;
    if (addsByHand()) this.#offer = SHARE;
    window.addEventListener('beforeinstallprompt', (event) => {
      if (!isInstallPrompt(event) || window.localStorage.getItem(DISMISSED_KEY)) return;
      // Ours is asked where it fits, instead of the browser's over whatever is open.
      event.preventDefault();
      this.#set({ way: 'ask', accept: () => void this.#ask(event) });
    });
    window.addEventListener('appinstalled', () => this.#set(null));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): InstallOffer => this.#offer;

  readonly dismiss = (): void => {
    window.localStorage.setItem(DISMISSED_KEY, '1');
    this.#set(null);
  };

  async #ask(event: InstallPrompt): Promise<void> {
    // The browser lets it be asked once.
    this.#set(null);
    const { outcome } = await event.prompt();
    if (outcome === 'dismissed') this.dismiss();
  }

  #set(offer: InstallOffer): void {
    this.#offer = offer;
    for (const listener of this.#listeners) listener();
  }
}

const install = new Install();

/** What this browser could do to have the app among its others, until somebody does not want it. */
export const useInstallOffer = (): InstallOffer => useSyncExternalStore(install.subscribe, install.getSnapshot);
export const dismissInstall = install.dismiss;
