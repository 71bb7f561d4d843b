import { createElement } from 'react';

/** What a toast offers to do, like taking back what it tells. */
export type ToastAction = { label: string; run: () => void };
type Toast = { title: string; message?: string | undefined; color: string; action?: ToastAction | undefined };

const AUTO_CLOSE_MS = 5000;
/** Long enough to read, decide and get there by keyboard. */
const ACTION_CLOSE_MS = 12_000;
const listeners = new Set<() => void>();
let wanted = false;

/** Whether anything was ever shown. Until then no page loads what shows it. */
export const toasterWanted = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): boolean => wanted,
};

async function show({ title, message, color, action }: Toast): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const [{ notifications }, { ToastAction }] = await Promise.all([
    import('@mantine/notifications'),
    import('./toast-action.tsx'),
  ]);
  // One at a time: the newest takes the place of the one before.
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
    autoClose: action ? ACTION_CLOSE_MS : AUTO_CLOSE_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

export const toast = {
  success: (title: string, message?: string, action?: ToastAction): void =>
    void show({ title, message, color: 'pine', action }),
  error: (title: string, message?: string): void => void show({ title, message, color: 'red' }),
};
