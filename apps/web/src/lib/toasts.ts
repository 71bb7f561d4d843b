import { createElement } from 'react';

/** A button in a toast, like undo. */
export type ToastAction = {
  label: string;
  run: () => void;
  /** How long the action is possible, in milliseconds, when that is another time than the usual one. */
  forMs?: number;
};
type Toast = { title: string; message?: string | undefined; color: string; action?: ToastAction | undefined };

const AUTO_CLOSE_MS = 5000;
/** Long enough to read, decide and reach the button by keyboard. */
const ACTION_CLOSE_MS = 12_000;
const listeners = new Set<() => void>();
let wasUsed = false;

/** True after the first toast. Until then no page loads the toaster. */
export const toasterWanted = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): boolean => wasUsed,
};

async function show({ title, message, color, action }: Toast): Promise<void> {
  wasUsed = true;
  for (const listener of listeners) listener();
  const [{ notifications }, { ToastAction }] = await Promise.all([
    import('@mantine/notifications'),
    import('./toast-action.tsx'),
  ]);
  // One at a time: the newest replaces the one before.
  notifications.clean();
  notifications.show({
    title,
    message: action
      ? createElement(ToastAction, {
          message,
          label: action.label,
          onClick() {
            notifications.clean();
            action.run();
          },
        })
      : message,
    color,
    autoClose: action ? (action.forMs ?? ACTION_CLOSE_MS) : AUTO_CLOSE_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

export const toast = {
  success: (title: string, message?: string, action?: ToastAction): void =>
    void show({ title, message, color: 'pine', action }),
  error: (title: string, message?: string): void => void show({ title, message, color: 'red' }),
  /** Takes the toast away, once what it said is no longer true. */
  clear(): void {
    if (wasUsed) void import('@mantine/notifications').then(({ notifications }) => notifications.clean());
  },
};
