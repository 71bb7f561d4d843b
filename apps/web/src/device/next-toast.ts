import { tabStorage } from './storage.ts';

const KEY = 'next-toast';

/** A message for the page that this tab loads next, like the app after the public site. */
export const nextToast = {
  keep: (title: string): void => void tabStorage.write(KEY, title),
  take(): string | undefined {
    const title = tabStorage.read(KEY);
    tabStorage.remove(KEY);
    return typeof title === 'string' ? title : undefined;
  },
};
