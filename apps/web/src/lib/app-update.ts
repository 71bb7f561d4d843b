import { Store, useStore } from './store.ts';

const HOUR = 3_600_000;
const RELOAD_AFTER_MS = 3000;

/** The service worker, which opens the app without a network, and the newer version that waits to replace it. */
class AppUpdate extends Store<ServiceWorker | null> {
  async start(container: ServiceWorkerContainer): Promise<void> {
    // Another tab has applied the update. This tab keeps the program it has loaded.
    container.addEventListener('controllerchange', () => this.set(null));
    try {
      await container.register('/sw.js');
    } catch {
      // Offline, storage switched off, or the development server, which has no worker: only offline use is missing.
      return;
    }
    const registration = await container.ready;
    const check = () => this.set(registration.waiting);
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', check));
    // A worker that was found before this listener was added.
    registration.installing?.addEventListener('statechange', check);
    check();
    // For tabs that stay open for days. Without a network the next hour tries again.
    setInterval(() => void registration.update().catch(() => undefined), HOUR);
  }

  /** Activates the newer worker and reloads the page once it controls the page. */
  apply(worker: ServiceWorker): void {
    const reload = () => window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    worker.postMessage({ type: 'SKIP_WAITING' });
    // The old worker stays until its requests end, which a reload forces.
    setTimeout(reload, RELOAD_AFTER_MS);
  }
}

const appUpdate = new AppUpdate(null);

if ('serviceWorker' in navigator) void appUpdate.start(navigator.serviceWorker);

/** The worker of a newer version that waits to be activated. */
export const useWaitingVersion = (): ServiceWorker | null => useStore(appUpdate);

export const applyUpdate = (worker: ServiceWorker): void => appUpdate.apply(worker);
