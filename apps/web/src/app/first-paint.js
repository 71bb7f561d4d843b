// Loads the program once the outline of the page is painted, which its files would delay.
(() => {
  const program = document.getElementById('program');
  const start = () => {
    if (!program.isConnected) return;
    program.remove();
    const { content } = program;
    // The libraries stay in the content and run when they have loaded: one long task would keep a phone busy.
    const entry = content.querySelector('script[type="module"]:last-of-type');
    entry.remove();
    // Browsers resolve no script before they have read the names of all.
    document.head.append(content.querySelector('script[type="importmap"]'));
    const early = document.createElement('link');
    early.rel = 'modulepreload';
    early.crossOrigin = '';
    early.href = entry.getAttribute('src');
    const styles = [...content.querySelectorAll('link[rel="stylesheet"]')].map(
      (link) =>
        new Promise((done) => {
          link.addEventListener('load', done);
          link.addEventListener('error', done);
        }),
    );
    document.head.append(early, content);
    // The app must not draw before its styles are there, but the entry loads beside them.
    void Promise.all(styles).then(() => document.head.append(entry));
  };
  const isPainted = window.PerformanceObserver?.supportedEntryTypes?.includes('paint');
  if (!document.getElementById('outline') || document.hidden || !isPainted) {
    start();
    return;
  }
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    start();
  }).observe({ type: 'paint', buffered: true });
  // A page that is hidden meanwhile is not painted.
  document.addEventListener('visibilitychange', start, { once: true });
})();
