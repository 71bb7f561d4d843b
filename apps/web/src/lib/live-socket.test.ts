import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Listener = (value?: unknown) => void;

/** The library's socket, as far as it is used. */
class LibrarySocket {
  static made: { options: object; socket: LibrarySocket }[] = [];
  closed = false;
  readonly listeners = new Map<string, Listener>();
  readonly io = {
    on: (_ping: string, listener: Listener) => this.listeners.set('ping', listener),
    off: () => this.listeners.delete('ping'),
  };
  on(event: string, listener: Listener) {
    this.listeners.set(event, listener);
  }
  off() {
    this.listeners.clear();
  }
  disconnect() {
    this.closed = true;
  }
}
vi.mock('socket.io-client', () => ({
  io: (options: object) => {
    const socket = new LibrarySocket();
    LibrarySocket.made.push({ options, socket });
    return socket;
  },
}));
const { openSocket } = await vi.importActual<typeof import('./live-socket.ts')>('./live-socket.ts');

class WebSocketDouble {
  static last: WebSocketDouble;
  readonly url: string;
  sent: string[] = [];
  closed = false;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(url: URL) {
    this.url = url.href;
    WebSocketDouble.last = this;
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
  hear(data: string) {
    this.onmessage?.({ data });
  }
}

const HANDSHAKE = '0{"sid":"a","pingInterval":30000,"pingTimeout":20000}';

let told: unknown[];
let close: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', WebSocketDouble);
  LibrarySocket.made = [];
  told = [];
  close = openSocket({
    onJoined: () => told.push('joined'),
    onEvent: (value) => told.push(value),
    onHeartbeat: () => told.push('heartbeat'),
    onEnd: (code) => told.push(['end', code]),
    missedMs: () => 1500,
  });
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

it('joins, reports events, and answers heartbeats', () => {
  const socket = WebSocketDouble.last;
  expect(socket.url).toMatch(/^ws:.*\/rest\/v1\/socket\?EIO=4&transport=websocket$/);
  socket.hear(HANDSHAKE);
  socket.hear('40{"sid":"b"}');
  socket.hear('42["event",{"event":"message","body":"a\\nb"}]');
  socket.hear('42["other",1]');
  socket.hear('2');
  expect(socket.sent).toEqual(['40{"missedMs":1500}', '3']);
  expect(told).toEqual(['joined', { event: 'message', body: 'a\nb' }, 'heartbeat']);
});

it('reports the code of a refusal once', () => {
  const socket = WebSocketDouble.last;
  socket.hear(HANDSHAKE);
  socket.hear('44{"message":"UNAUTHORIZED","data":{"code":"UNAUTHORIZED"}}');
  socket.onclose?.();
  expect(told).toEqual([['end', 'UNAUTHORIZED']]);
  expect(socket.closed).toBe(true);
});

it.each(['1', '41'])('ends when the server says so (%s)', (packet) => {
  WebSocketDouble.last.hear(HANDSHAKE);
  WebSocketDouble.last.hear(packet);
  expect(told).toEqual([['end', undefined]]);
});

it('ends when the server is silent for longer than its heartbeats', () => {
  const socket = WebSocketDouble.last;
  socket.hear(HANDSHAKE);
  socket.hear('40{"sid":"b"}');
  vi.advanceTimersByTime(40_000);
  socket.hear('2');
  vi.advanceTimersByTime(49_000);
  expect(told).toEqual(['joined', 'heartbeat']);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['joined', 'heartbeat', ['end', undefined]]);
  expect(socket.closed).toBe(true);
});

it('says nothing after it was closed', () => {
  const socket = WebSocketDouble.last;
  socket.hear(HANDSHAKE);
  close();
  socket.hear('40{"sid":"b"}');
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  expect(socket.closed).toBe(true);
});

it('polls with the library where no WebSocket comes through', async () => {
  WebSocketDouble.last.onclose?.();
  await vi.dynamicImportSettled();
  const [made] = LibrarySocket.made;
  expect(made?.options).toMatchObject({ path: '/rest/v1/socket', transports: ['polling'], reconnection: false });
  made?.socket.listeners.get('connect')?.();
  made?.socket.listeners.get('event')?.({ event: 'message' });
  made?.socket.listeners.get('ping')?.();
  made?.socket.listeners.get('connect_error')?.(
    Object.assign(new Error('refused'), { data: { code: 'TOO_MANY_SOCKETS' } }),
  );
  expect(told).toEqual(['joined', { event: 'message' }, 'heartbeat', ['end', 'TOO_MANY_SOCKETS']]);
  close();
  expect(made?.socket.closed).toBe(true);
});

it('does not poll when it was closed while the library loads', async () => {
  WebSocketDouble.last.onclose?.();
  close();
  await vi.dynamicImportSettled();
  expect(LibrarySocket.made).toEqual([]);
});
