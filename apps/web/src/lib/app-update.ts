import { useSyncExternalStore } from 'react';

const HOUR = 3_600_000;
const PATIENCE_MS = 3000;

/** The worker that lets the app open without a network, and the newer one that waits to take its place. */
class AppUpdate {
  readonly #listeners = new Set<() => void>();
  #waiting: ServiceWorker | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): ServiceWorker | null => this.#waiting;

  async start(container: ServiceWorkerContainer): Promise<void> {
    // Another tab may have let it in: nothing waits any more, and this tab goes on with what it has.
    container.addEventListener('controllerchange', () => this.#set(null));
    try {
      await container.register('/sw.js');
    } catch {
      // Offline, a browser that keeps nothing, or the development server, which has no worker: only the offline app is missing.
      return;
    }
    const registration = await container.ready;
    const look = () => this.#set(registration.waiting);
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
    // One that was found before anybody listened.
    registration.installing?.addEventListener('statechange', look);
    look();
    // A tab that stays open for days; without a network it asks the next time.
    setInterval(() => void registration.update().catch(() => undefined), HOUR);
  }

  /** Lets the newer worker in, and loads the page anew once it is in charge. */
  apply(worker: ServiceWorker): void {
    const load = () => window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', load, { once: true });
    worker.postMessage({ type: 'SKIP_WAITING' });
    // The worker before stays until it has answered everything, which the page that asks ends at the latest.
    setTimeout(load, PATIENCE_MS);
  }

  #set(waiting: ServiceWorker | null): void {
    this.#waiting = waiting;
    for (const listener of this.#listeners) listener();
  }
}

const appUpdate = new AppUpdate();

if ('serviceWorker' in navigator) void appUpdate.start(navigator.serviceWorker);

/** The newer version that waits, if there is one. */
export const useWaitingVersion = (): ServiceWorker | null =>
  useSyncExternalStore(appUpdate.subscribe, appUpdate.getSnapshot);

export const applyUpdate = (worker: ServiceWorker): void => appUpdate.apply(worker);
