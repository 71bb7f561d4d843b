import { PUSH_KEY } from './keys.ts';
import { deviceStorage } from './storage.ts';

/** Whether pushes are on in this browser, which decides whether its code is loaded. */
export const hasPush = (): boolean => deviceStorage.readText(PUSH_KEY) !== null;

/** The longest wait for the browser before signing out. */
const PATIENCE_MS = 2000;

/** Ends the pushes to this browser before the person signs out, also where the server cannot be reached. */
export async function leavePush(): Promise<void> {
  if (!hasPush()) return;
  const left = import('./push.ts').then(({ unsubscribeHere }) => unsubscribeHere());
  await Promise.race([left, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
