// Blocking on purpose: the page must not flash in the wrong colours. Nothing of the program is loaded yet, so this reads
// the storage itself, under the key of the component library.
(() => {
  let stored = null;
  try {
    stored = window.localStorage.getItem('mantine-color-scheme-value');
  } catch {
    stored = null;
  }
  const dark = stored === 'dark' || (stored !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // A page that the server rendered can be read at once. Its program comes after what is seen, so that on a slow line it
  // does not compete with styles and fonts; a click or a key before that hurries it.
  const { entry, modules } = document.currentScript.dataset;
  if (!entry) return;
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    const add = (tag, properties) =>
      document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...properties }));
    for (const href of modules.split(' ')) add('link', { rel: 'modulepreload', href });
    add('script', { type: 'module', src: entry });
  };
  // A button pressed meanwhile is pressed again once the program is there; a form does not send itself.
  const root = () => document.getElementById('root');
  const hold = (event) => {
    if (window.heldClick === null || !root()?.contains(event.target)) return;
    const button = event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    window.heldClick = button;
  };
  document.addEventListener('click', hold, true);
  document.addEventListener('submit', (event) => window.heldClick !== null && event.preventDefault(), true);
  for (const sign of ['pointerdown', 'keydown']) window.addEventListener(sign, start, { once: true });
  const painted = new Promise((resolve) => {
    if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
      new PerformanceObserver((_, observer) => {
        observer.disconnect();
        resolve();
      }).observe({ type: 'paint', buffered: true });
    } else window.addEventListener('load', resolve, { once: true });
  });
  // The largest text is painted again once its font has loaded.
  void painted
    .then(() => document.fonts.ready)
    .then(() => window.requestAnimationFrame(() => window.setTimeout(start)));
})();
