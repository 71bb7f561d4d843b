import { describe, expect, it, vi } from 'vitest';
import { askedPage, OPEN_PAGE, openPage, type Pages, pageOf, readPush, renew } from './push-events.ts';

describe('a push', () => {
  it('shows its title and text, and opens its page', () => {
    const push = { title: 'New message from Ana', body: '', url: '/client/messages?coach=1', tag: 'conversation.1' };
    expect(readPush(JSON.stringify(push))).toEqual({
      title: 'New message from Ana',
      options: {
        body: '',
        tag: 'conversation.1',
        icon: '/icons/icon-192.png',
        data: { url: '/client/messages?coach=1' },
      },
    });
  });

  it.each([undefined, '', 'null', '[]', '{"title":1,"url":{}}', '{'])('of %s still shows something', (text) => {
    expect(readPush(text)).toEqual({
      title: 'You have a new notification',
      options: { body: '', tag: 'notification', icon: '/icons/icon-192.png', data: { url: '/notifications' } },
    });
  });

  it.each(['https://evil.example.com', '//evil.example.com', '/\\evil.example.com', 'javascript:alert(1)', ''])(
    'does not lead to %s',
    (url) => {
      expect(readPush(JSON.stringify({ title: 'A', url })).options.data.url).toBe('/notifications');
      expect(pageOf({ url })).toBe('/');
      expect(askedPage({ type: OPEN_PAGE, url })).toBeNull();
    },
  );
});

describe('a press', () => {
  /** A tab, with the app if it `answers`. */
  const aTab = (answers: boolean) => {
    const asked: unknown[] = [];
    const postMessage = (message: unknown, [port]: Transferable[]) => {
      asked.push(message);
      if (answers && port instanceof MessagePort) port.postMessage('opened');
    };
    return { asked, postMessage, focus: vi.fn(async () => undefined) };
  };
  const pagesWith = (...tabs: ReturnType<typeof aTab>[]) => {
    const openWindow = vi.fn(async () => undefined);
    const pages: Pages = { matchAll: async () => tabs, openWindow };
    return { pages, openWindow };
  };

  it('shows the page in an open tab of the app', async () => {
    const [site, app] = [aTab(false), aTab(true)];
    const { pages, openWindow } = pagesWith(site, app);
    await openPage(pages, '/client/messages');
    expect(app.asked.map(askedPage)).toEqual(['/client/messages']);
    expect(app.focus).toHaveBeenCalledTimes(1);
    expect(site.focus).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('opens a window where no tab of the app is open', async () => {
    const { pages, openWindow } = pagesWith(aTab(false));
    await openPage(pages, '/client/messages');
    expect(openWindow).toHaveBeenCalledWith('/client/messages');
  });

  it('of a notification that the app showed itself opens the start page', () => {
    expect([undefined, null, 'rest', {}].map(pageOf)).toEqual(['/', '/', '/', '/']);
  });

  it.each([null, 'x', {}, { type: 'other', url: '/a' }])('is not what the message %j is about', (message) => {
    expect(askedPage(message)).toBeNull();
  });
});

describe('a subscription that ended', () => {
  const options = { userVisibleOnly: true };
  const aSubscription = (endpoint: string) => ({
    endpoint,
    options,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  });
  const former = aSubscription('https://push.example.com/1');
  const renewed = aSubscription('https://push.example.com/2');
  const sends = () => vi.fn<typeof fetch>(async () => new Response('{}'));
  const bodyOf = (send: ReturnType<typeof sends>) => JSON.parse(String(send.mock.calls[0]?.[1]?.body));

  it('is replaced by the one that the browser made', async () => {
    const [send, subscribe] = [sends(), vi.fn(async () => former)];
    await renew({ subscribe }, { oldSubscription: former, newSubscription: renewed }, send);
    expect(send.mock.calls[0]?.[0]).toBe('/rest/v1/push_devices');
    expect(bodyOf(send)).toMatchObject({
      endpoint: renewed.endpoint,
      keys: { p256dh: 'p', auth: 'a' },
      former: former.endpoint,
    });
    expect(subscribe).not.toHaveBeenCalled();
  });

  it('is replaced by a new one with its options', async () => {
    const [send, subscribe] = [sends(), vi.fn(async () => renewed)];
    await renew({ subscribe }, { oldSubscription: former, newSubscription: null }, send);
    expect(subscribe).toHaveBeenCalledWith(options);
    expect(bodyOf(send)).toMatchObject({ endpoint: renewed.endpoint, former: former.endpoint });
  });

  it('is left to the app where the browser names none', async () => {
    const send = sends();
    await renew({ subscribe: async () => renewed }, {}, send);
    expect(send).not.toHaveBeenCalled();
  });
});
