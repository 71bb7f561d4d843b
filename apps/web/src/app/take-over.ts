declare global {
  interface Window {
    /** The button that was pressed before the program was loaded. `first.js` sets it. */
    heldClick?: HTMLElement | null;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Collects what a visitor typed and pressed before the program was loaded.
 * @returns a function that repeats it after hydration
 */
export function collectEarly(root: HTMLElement): () => void {
  const typed = [...root.querySelectorAll<Field>('input, textarea, select')].flatMap((field) => {
    const { value } = field;
    return value !== initialValue(field) ? [{ field, value }] : [];
  });
  return function repeat() {
    const held = window.heldClick;
    const one = held ?? typed[0]?.field;
    if (one && !isTakenOver(one)) {
      window.requestAnimationFrame(repeat);
      return;
    }
    window.heldClick = null;
    for (const { field, value } of typed) enter(field, value);
    held?.click();
  };
}

/** React hydrates a page part by part and ignores clicks on parts that are not hydrated yet. */
function isTakenOver(element: HTMLElement): boolean {
  let reached = false;
  const listen = () => {
    reached = true;
  };
  element.addEventListener('auxclick', listen);
  element.dispatchEvent(new MouseEvent('auxclick', { bubbles: true }));
  element.removeEventListener('auxclick', listen);
  return reached;
}

function initialValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return [...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? field.options[0]?.value ?? '';
}

/** Sets a value as typing does: through the element's own setter, so that React notices the change. */
function enter(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
