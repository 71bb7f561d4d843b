// Our fonts come after the first paint, which they would delay. The next pages of the visit start with them.
(() => {
  const KEY = 'stridewell.fonts';
  const show = () => document.documentElement.setAttribute('data-fonts', '');
  const remember = () => {
    try {
      window.sessionStorage.setItem(KEY, 'loaded');
    } catch {
      // Without storage, they come late on each page.
    }
  };
  const isLoaded = () => {
    try {
      return window.sessionStorage.getItem(KEY) !== null;
    } catch {
      return false;
    }
  };
  if (isLoaded() || !window.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
    show();
    return;
  }
  const load = () => {
    show();
    document.fonts.ready.then(remember);
  };
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    // The pictures come first, too.
    if (document.readyState === 'complete') load();
    else window.addEventListener('load', load, { once: true });
  }).observe({ type: 'paint', buffered: true });
})();
