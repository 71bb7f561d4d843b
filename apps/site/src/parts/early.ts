type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input, textarea, select';

/**
 * Tells React what a visitor entered before the fields below `root` came to life. The fields kept it, but the state of
 * their component starts with the values of the page.
 */
export function enterTyped(root: ParentNode): void {
  for (const field of root.querySelectorAll<Field>(FIELDS)) {
    if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) {
      if (field.checked !== field.defaultChecked) repeat(field, 'checked', field.checked, 'click');
    } else if (field.value !== initialValue(field)) {
      repeat(field, 'value', field.value, field instanceof HTMLSelectElement ? 'change' : 'input');
    }
  }
}

function initialValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return [...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? field.options[0]?.value ?? '';
}

/** Sets a property as a person does: through the element's own setter, so that React notices the change. */
function repeat(field: Field, property: 'value' | 'checked', value: string | boolean, event: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property)?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}

/** Presses the button that `held-press.js` has held. */
export function pressHeld(root: ParentNode): void {
  const button = root.querySelector<HTMLElement>('[data-held]');
  if (!button) return;
  delete button.dataset.held;
  button.click();
}
