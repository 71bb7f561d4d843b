declare global {
  interface Window {
    /** The last button that was pressed in an island before it came to life. `held-press.js` sets it. */
    heldButton?: HTMLElement;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input, textarea, select';

/**
 * Collects what a visitor entered before the fields below `root` came to life. The fields keep it until the first
 * update, because the state of their component starts with the values of the page.
 * @returns a function that enters it again, so that React takes it up
 */
export function collectEntered(root: ParentNode): () => void {
  const changed = [...root.querySelectorAll<Field>(FIELDS)].flatMap((field) => {
    const isTicked = field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox');
    return (isTicked ? field.checked !== field.defaultChecked : field.value !== initialValue(field))
      ? [{ field, isTicked, value: field.value }]
      : [];
  });
  return () => {
    for (const { field, isTicked, value } of changed) {
      if (isTicked && field instanceof HTMLInputElement) {
        field.checked = field.defaultChecked;
        enter(field, 'checked', !field.defaultChecked, 'click');
      } else {
        field.value = initialValue(field);
        enter(field, 'value', value, field instanceof HTMLSelectElement ? 'change' : 'input');
      }
    }
  };
}

function initialValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return [...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? field.options[0]?.value ?? '';
}

/**
 * Sets a property as a person does: through the element's own setter and not React's, which remembers the last value so
 * that an event without a change counts for nothing.
 */
function enter(field: Field, property: 'value' | 'checked', entered: string | boolean, event: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property)?.set?.call(field, entered);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}

/** Presses the button within `root` that `held-press.js` has held. */
export function pressHeld(root: ParentNode & Node): void {
  const button = window.heldButton;
  if (!button || !root.contains(button)) return;
  delete window.heldButton;
  button.click();
}
