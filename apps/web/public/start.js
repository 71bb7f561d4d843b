// A page that the server rendered can be read at once. Its program comes after what is seen, so that on a slow line it
// does not compete with styles and fonts; a click or a key before that hurries it.
(() => {
  const { entry, modules } = document.currentScript.dataset;
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const href of modules.split(' ')) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', href, crossOrigin: '' });
      document.head.append(link);
    }
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', src: entry, crossOrigin: '' });
    document.head.append(script);
  };
  for (const sign of ['pointerdown', 'keydown', 'touchstart']) {
    window.addEventListener(sign, start, { once: true, passive: true });
  }
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start);
})();
