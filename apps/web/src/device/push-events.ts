/*
 * Handles pushes in the service worker. It is built apart from the app (`packing/push-worker.ts`), so this file
 * imports types alone. The types name the parts of the worker's scope that it uses.
 */

type PageClient = { postMessage: (message: unknown, transfer: Transferable[]) => void; focus: () => Promise<unknown> };
export type Pages = {
  matchAll: (options: { type: 'window' }) => Promise<readonly PageClient[]>;
  openWindow: (url: string) => Promise<unknown>;
};
type Subscription = Pick<PushSubscription, 'endpoint' | 'toJSON'>;
export type Subscriber = { subscribe: (options: PushSubscriptionOptionsInit) => Promise<Subscription> };
export type SubscriptionChange = {
  oldSubscription?: (Subscription & { options: PushSubscriptionOptionsInit }) | null;
  newSubscription?: Subscription | null;
};

export type ShownPush = { title: string; options: { body: string; tag: string; icon: string; data: { url: string } } };

/** The message with which the worker asks a page to open another one. */
export const OPEN_PAGE = 'open-page';

/** The page answers within this time, or has no program that could. */
const PATIENCE_MS = 500;

const ICON = '/icons/icon-192.png';
const NOTIFICATIONS = '/notifications';

const textIn = (value: object, name: string): string => {
  const text: unknown = Reflect.get(value, name);
  return typeof text === 'string' ? text : '';
};

/** A path of this site: one slash, so that it cannot lead to another one. */
const isOwnPath = (url: string): boolean => /^\/(?![/\\])/.test(url);

/**
 * Reads a push. Browsers end the subscription of a worker that shows no notification, so an unreadable push shows a
 * general one.
 */
export function readPush(text: string | undefined): ShownPush {
  let content: unknown;
  try {
    content = JSON.parse(text ?? '');
  } catch {
    // Not from this server, or from a later version of it.
  }
  const push = typeof content === 'object' && content !== null ? content : {};
  const url = textIn(push, 'url');
  const options = {
    body: textIn(push, 'body'),
    tag: textIn(push, 'tag') || 'notification',
    icon: ICON,
    data: { url: isOwnPath(url) ? url : NOTIFICATIONS },
  };
  return { title: textIn(push, 'title') || 'You have a new notification', options };
}

/** The page of a pressed notification. Notifications without one lead to the start page. */
export function pageOf(data: unknown): string {
  const url = typeof data === 'object' && data !== null ? textIn(data, 'url') : '';
  return isOwnPath(url) ? url : '/';
}

const asks = (page: PageClient, url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    page.postMessage({ type: OPEN_PAGE, url }, [port2]);
  });

/** Lets an open tab of the app show the page, so that unsaved input is asked about, or opens a window. */
export async function openPage(pages: Pages, url: string): Promise<void> {
  for (const page of await pages.matchAll({ type: 'window' })) {
    if (!(await asks(page, url))) continue;
    await page.focus();
    return;
  }
  await pages.openWindow(url);
}

/** The path that a message of the worker asks for, or null. */
export function askedPage(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || textIn(message, 'type') !== OPEN_PAGE) return null;
  const url = textIn(message, 'url');
  return isOwnPath(url) ? url : null;
}

const MOST_CHARACTERS = 500;

/** A subscription as the server takes it. */
export const deviceOf = (subscription: Subscription) => {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return {
    endpoint,
    keys: { p256dh, auth },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: navigator.userAgent.slice(0, MOST_CHARACTERS),
  };
};

/**
 * Sends the subscription that replaces an ended one. Without a session the server refuses it, and the app renews it with
 * the next visit.
 */
export async function renew(subscriber: Subscriber, change: SubscriptionChange, send: typeof fetch): Promise<void> {
  const former = change.oldSubscription;
  if (!former) return;
  const renewed = change.newSubscription ?? (await subscriber.subscribe(former.options));
  await send('/rest/v1/push_devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...deviceOf(renewed), former: former.endpoint }),
  });
}
