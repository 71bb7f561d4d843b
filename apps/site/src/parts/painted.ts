import type { ClientDirective } from 'astro';

/** Loads an island once the page is painted, which its scripts would delay, and the browser has nothing else to do. */
const painted: ClientDirective = (load) => {
  const start = () => {
    const hydrate = async () => (await load())();
    if ('requestIdleCallback' in window) window.requestIdleCallback(hydrate, { timeout: 2000 });
    else setTimeout(hydrate);
  };
  if (!window.PerformanceObserver?.supportedEntryTypes?.includes('paint')) return start();
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    start();
  }).observe({ type: 'paint', buffered: true });
};

export default painted;
