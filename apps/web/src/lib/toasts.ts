import { notifications } from '@mantine/notifications';

type Toast = { title: string; message?: string };

// One at a time: the newest takes the place of the one before.
function show(toast: Toast & { color: string }): void {
  notifications.clean();
  notifications.show({ ...toast, message: toast.message ?? '', autoClose: 5000, withBorder: true });
}

export const toast = {
  success: (title: string, message?: string) => show({ title, color: 'pine', ...(message ? { message } : {}) }),
  error: (title: string, message?: string) => show({ title, color: 'red', ...(message ? { message } : {}) }),
};
