import { Store, useStore } from '../lib/store.ts';
import { deviceStorage } from './storage.ts';

/** The event of Chromium that offers to install the app. Other browsers have none. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };
const isInstallPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function';

/** `share`: on an iPhone or iPad people add the app from the share menu. Null: no offer. */
export type InstallOffer = { method: 'ask'; accept: () => void } | { method: 'share' } | null;

const DISMISSED_KEY = 'stridewell.install.dismissed';
const SHARE: InstallOffer = { method: 'share' };

const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches;
/** Only Safari on iOS has this property. It is true when the app was opened from the home screen. */
const needsShareMenu = (): boolean => 'standalone' in navigator && navigator.standalone === false;
const isDismissed = (): boolean => deviceStorage.readText(DISMISSED_KEY) !== null;
const isOver = (): boolean => isDismissed() || isInstalled();

class Install extends Store<InstallOffer> {
  constructor() {
    super(needsShareMenu() && !isOver() ? SHARE : null);
    if (isOver()) return;
    window.addEventListener('beforeinstallprompt', (event) => {
      if (!isInstallPrompt(event) || isDismissed()) return;
      // The app shows its own offer where it fits. The browser's would cover the page.
      event.preventDefault();
      this.set({ method: 'ask', accept: () => void this.#ask(event) });
    });
    window.addEventListener('appinstalled', () => this.set(null));
  }

  readonly dismiss = (): void => {
    deviceStorage.writeText(DISMISSED_KEY, '1');
    this.set(null);
  };

  async #ask(event: InstallPrompt): Promise<void> {
    // The browser allows one prompt an event.
    this.set(null);
    const { outcome } = await event.prompt();
    if (outcome === 'dismissed') this.dismiss();
  }
}

const install = new Install();

/** How this browser can install the app. Null once the person has dismissed the offer. */
export const useInstallOffer = (): InstallOffer => useStore(install);
export const dismissInstall = install.dismiss;
