import {
  openPage,
  type Pages,
  pageOf,
  readPush,
  renew,
  type Subscriber,
  type SubscriptionChange,
} from './push-events.ts';

/** An event that the worker stays alive for. */
type LastingEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type PushEvent = LastingEvent & { data: { text: () => string } | null };
type ClickEvent = LastingEvent & { notification: { data: unknown; close: () => void } };

/** The scope of a service worker, whose types do not go together with those of a page. */
declare const self: {
  registration: {
    showNotification: (title: string, options: object) => Promise<void>;
    pushManager: Subscriber;
  };
  clients: Pages;
  addEventListener: {
    (type: 'push', listener: (event: PushEvent) => void): void;
    (type: 'notificationclick', listener: (event: ClickEvent) => void): void;
    (type: 'pushsubscriptionchange', listener: (event: LastingEvent & SubscriptionChange) => void): void;
  };
};

self.addEventListener('push', (event) => {
  const { title, options } = readPush(event.data?.text());
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(self.clients, pageOf(event.notification.data)));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(self.registration.pushManager, event, fetch));
});
