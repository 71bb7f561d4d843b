// Blocking on purpose: the page must not flash in the wrong colours.
(() => {
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let stored = null;
    try {
      stored = window.localStorage.getItem('mantine-color-scheme-value');
    } catch {
      stored = null;
    }
    const dark = stored === 'dark' || (stored !== 'light' && prefersDark.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  apply();
  prefersDark.addEventListener('change', apply);
})();
