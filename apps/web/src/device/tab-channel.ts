import { deviceStorage } from './storage.ts';

export type TabChannel<Message extends string> = {
  /** Sends to the other tabs of this browser, never to this one. */
  post: (message: Message) => void;
  /** Calls `listener` for messages of other tabs. @returns a function that removes it. */
  listen: (listener: (message: Message) => void) => () => void;
};

/** Messages between tabs. Where the browser has no BroadcastChannel, a storage event carries them. */
export function createTabChannel<Message extends string>(
  name: string,
  isMessage: (value: unknown) => value is Message,
): TabChannel<Message> {
  return typeof BroadcastChannel === 'undefined' ? overStorage(name, isMessage) : overBroadcast(name, isMessage);
}

function overBroadcast<Message extends string>(
  name: string,
  isMessage: (value: unknown) => value is Message,
): TabChannel<Message> {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const receive = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data);
      };
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}

function overStorage<Message extends string>(
  name: string,
  isMessage: (value: unknown) => value is Message,
): TabChannel<Message> {
  return {
    post(message) {
      deviceStorage.writeText(name, message);
      // Storage events report changes only, so the same message must be a change the next time.
      deviceStorage.remove(name);
    },
    listen(listener) {
      const receive = ({ key, newValue }: StorageEvent) => {
        if (key === name && isMessage(newValue)) listener(newValue);
      };
      window.addEventListener('storage', receive);
      return () => window.removeEventListener('storage', receive);
    },
  };
}
