import { PUSH_KEY } from './keys.ts';
import { deviceOf } from './push-events.ts';
import { deviceStorage } from './storage.ts';

/**
 * Why this browser cannot be asked for pushes. `install`: browsers on an iPhone or iPad take them in an installed app
 * alone. `denied`: only the settings of the browser can change it.
 */
export type PushObstacle = 'unsupported' | 'install' | 'denied' | null;

/** The worker registers soon after the first page. Without one, as in development, there are no pushes. */
const PATIENCE_MS = 4000;
/** A subscription is renewed once a day, so that it follows the session and the time zone. */
const RENEW_MS = 24 * 3_600_000;

export type PushDeviceInput = ReturnType<typeof deviceOf>;

export function pushObstacle(): PushObstacle {
  // Only Safari on iOS has this property. It is true when the app was opened from the home screen.
  if ('standalone' in navigator && navigator.standalone === false) return 'install';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

async function findManager(): Promise<PushManager | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const registration = await Promise.race([navigator.serviceWorker.ready, late]);
  return registration?.pushManager ?? null;
}

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const base64UrlOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The list of devices names each by this. */
const digestOf = async (endpoint: string): Promise<string> =>
  base64UrlOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));

const isOfKey = ({ options }: PushSubscription, publicKey: string): boolean =>
  options.applicationServerKey !== null && base64UrlOf(options.applicationServerKey) === publicKey;

/** The digest of this browser's subscription, or null when it has none, or one for other keys of the server. */
export async function ownDigest(publicKey: string): Promise<string | null> {
  if (pushObstacle() !== null) return null;
  const subscription = await (await findManager())?.getSubscription();
  return subscription && isOfKey(subscription, publicKey) ? digestOf(subscription.endpoint) : null;
}

/**
 * Asks the person, and subscribes. Called from a press, because browsers refuse to ask without one.
 * @returns null when the person or the browser refuses
 */
export async function subscribeHere(publicKey: string): Promise<PushDeviceInput | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const manager = await findManager();
  if (!manager) return null;
  const existing = await manager.getSubscription();
  if (existing && !isOfKey(existing, publicKey)) await existing.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  return deviceOf(subscription);
}

/** Ends the subscription of this browser. Pushes that are on their way are not shown. */
export async function unsubscribeHere(): Promise<void> {
  deviceStorage.remove(PUSH_KEY);
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** Remembers whose pushes this browser shows. */
export const rememberPushOwner = (userId: string): void =>
  void deviceStorage.write(PUSH_KEY, { userId, at: Date.now() });

/** `unknown`: the server does not have the device any more. `later`: it gave no answer. */
export type PushRenewal = 'renewed' | 'unknown' | 'later';

/** Renews the subscription of the person of the session, and ends that of another person. */
export async function keepPush(userId: string, send: (device: PushDeviceInput) => Promise<PushRenewal>): Promise<void> {
  const owner = deviceStorage.read(PUSH_KEY);
  if (typeof owner !== 'object' || owner === null) return;
  if (!('userId' in owner) || owner.userId !== userId) return unsubscribeHere();
  const renewedAt = 'at' in owner && typeof owner.at === 'number' ? owner.at : 0;
  if (Date.now() - renewedAt < RENEW_MS || pushObstacle() !== null) return;
  const manager = await findManager();
  if (!manager) return;
  const subscription = await manager.getSubscription();
  const outcome = subscription ? await send(deviceOf(subscription)) : 'unknown';
  if (outcome === 'renewed') rememberPushOwner(userId);
  if (outcome === 'unknown') await unsubscribeHere();
}
