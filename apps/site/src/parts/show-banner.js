// Shows the operators' message while it is due, unless this device has closed it. Runs right behind the message, so that
// the page is not painted without it first.
(() => {
  const KEY = 'dismissed-banner';
  /** The longest time that a timer of a browser takes. */
  const LONGEST_TIMER_MS = 2 ** 31 - 1;
  const place = document.querySelector('[data-banner]');
  const { banner: version, from, until } = place.dataset;
  const button = place.querySelector('button');
  const isClosed = () => {
    try {
      return window.localStorage.getItem(KEY) === version;
    } catch {
      return false;
    }
  };
  const show = () => {
    const now = Date.now();
    const [start, end] = [from ? Date.parse(from) : now, until ? Date.parse(until) : Number.POSITIVE_INFINITY];
    place.hidden = start > now || end <= now;
    const next = start > now ? start : end;
    if (next > now && Number.isFinite(next)) setTimeout(show, Math.min(next - now + 1, LONGEST_TIMER_MS));
  };
  if (button && isClosed()) return;
  show();
  button?.addEventListener('click', () => {
    place.remove();
    try {
      window.localStorage.setItem(KEY, version);
    } catch {
      // Without storage, the message is back on the next page.
    }
  });
})();
