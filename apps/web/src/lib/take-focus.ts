/** As the ref of what somebody has just added: it has the focus at once. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
