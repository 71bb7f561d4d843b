type Toast = { title: string; message?: string | undefined; color: string };

const AUTO_CLOSE_MS = 5000;
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

async function show({ title, message, color }: Toast): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  // One at a time: the newest takes the place of the one before.
  notifications.clean();
  notifications.show({
    title,
    message,
    color,
    autoClose: AUTO_CLOSE_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

export const toast = {
  success: (title: string, message?: string): void => void show({ title, message, color: 'pine' }),
  error: (title: string, message?: string): void => void show({ title, message, color: 'red' }),
};
