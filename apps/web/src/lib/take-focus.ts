/** A ref that focuses an element as soon as it is on screen. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** A ref of the next step in a dialog: focuses the field that is meant to have it, or the step itself. */
export const takeStepFocus = (step: HTMLElement | null): void =>
  (step?.querySelector<HTMLElement>('[data-autofocus]') ?? step)?.focus();
