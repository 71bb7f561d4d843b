import { afterEach, expect, it, vi } from 'vitest';
import { createTabChannel } from './tab-channel.ts';

const isWord = (value: unknown): value is 'in' | 'out' => value === 'in' || value === 'out';

/** Stands for the browser's own: delivers to every other channel of the name. */
class FakeBroadcast extends EventTarget {
  static readonly open: FakeBroadcast[] = [];
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    FakeBroadcast.open.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of FakeBroadcast.open) {
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
}

afterEach(() => {
  FakeBroadcast.open.length = 0;
});

it('reaches the other tabs of the same name and not its own', () => {
  vi.stubGlobal('BroadcastChannel', FakeBroadcast);
  const [here, there, elsewhere] = ['a', 'a', 'b'].map((name) => createTabChannel(name, isWord));
  const heard = { here: vi.fn(), there: vi.fn(), elsewhere: vi.fn() };
  here?.listen(heard.here);
  const stop = there?.listen(heard.there);
  elsewhere?.listen(heard.elsewhere);
  here?.post('in');
  expect(heard.there).toHaveBeenCalledExactlyOnceWith('in');
  expect(heard.here).not.toHaveBeenCalled();
  expect(heard.elsewhere).not.toHaveBeenCalled();
  stop?.();
  here?.post('out');
  expect(heard.there).toHaveBeenCalledTimes(1);
});

it('drops what is not one of its messages', () => {
  vi.stubGlobal('BroadcastChannel', FakeBroadcast);
  const heard = vi.fn();
  createTabChannel('a', isWord).listen(heard);
  new FakeBroadcast('a').postMessage({ in: true });
  expect(heard).not.toHaveBeenCalled();
});

it('uses storage events where there is no BroadcastChannel', () => {
  const channel = createTabChannel('a', isWord);
  const heard = vi.fn();
  const stop = channel.listen(heard);
  const written = vi.spyOn(Storage.prototype, 'setItem');
  channel.post('out');
  expect(written).toHaveBeenCalledExactlyOnceWith('a', 'out');
  expect(window.localStorage.getItem('a')).toBeNull();
  // The effect of another tab's write.
  window.dispatchEvent(new StorageEvent('storage', { key: 'a', newValue: 'out' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'a', newValue: null }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: 'out' }));
  expect(heard).toHaveBeenCalledExactlyOnceWith('out');
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: 'a', newValue: 'in' }));
  expect(heard).toHaveBeenCalledTimes(1);
});
