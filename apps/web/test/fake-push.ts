import { vi } from 'vitest';

export const PUBLIC_KEY = 'BAAA';
export const ENDPOINT = 'https://push.example.com/here';

const keyBytes = () => Uint8Array.from(Buffer.from(PUBLIC_KEY, 'base64url'));

/** The Push API of a browser, with the answer of its person to the question. */
export class FakePush {
  subscription: object | null = null;
  permission: NotificationPermission = 'default';
  answer: NotificationPermission = 'granted';
  readonly asked = vi.fn();
  readonly unsubscribed = vi.fn();

  install(): void {
    const push = this;
    const manager = {
      getSubscription: async () => push.subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) =>
        push.have(applicationServerKey),
    };
    const registration = Object.assign(new EventTarget(), {
      pushManager: manager,
      waiting: null,
      installing: null,
      update: async () => undefined,
    });
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('Notification', {
      get permission() {
        return push.permission;
      },
      requestPermission: async () => {
        push.asked();
        push.permission = push.answer;
        return push.answer;
      },
    });
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: Object.assign(new EventTarget(), {
        ready: Promise.resolve(registration),
        register: async () => registration,
        getRegistration: async () => registration,
      }),
    });
  }

  /** Ends the stand-ins. */
  remove(): void {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    Reflect.deleteProperty(navigator, 'standalone');
  }

  /** The browser has a subscription, with a key of the server. */
  have(applicationServerKey = keyBytes()) {
    const unsubscribe = async () => {
      this.unsubscribed();
      this.subscription = null;
      return true;
    };
    const toJSON = () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } });
    const options = { applicationServerKey: applicationServerKey.buffer };
    this.subscription = { endpoint: ENDPOINT, options, toJSON, unsubscribe };
    return this.subscription;
  }
}
