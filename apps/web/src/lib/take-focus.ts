/** A ref that focuses an element as soon as it is on screen. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
