// A button pressed in a part of the page that is not alive yet is pressed again by that part once it is.
document.addEventListener(
  'click',
  (event) => {
    const button = event.target.closest('astro-island[ssr] button');
    if (!button) return;
    event.preventDefault();
    window.heldButton = button;
  },
  true,
);
