export type ChannelState = 'closed' | 'joining' | 'joined' | 'leaving' | 'errored';
export type Outcome = 'SUBSCRIBED' | 'TIMED_OUT' | 'CLOSED' | 'CHANNEL_ERROR';
export type LiveEvent = { event: string } & Record<string, string>;

const JOIN_TIMEOUT_MS = 30_000;
const HEARTBEAT_MS = 30_000;
const RECONNECT_MS = [1000, 2000, 5000, 10_000] as const;

type ChannelOptions = {
  url: string;
  onEvent: (event: LiveEvent) => void;
  onOutcome?: (outcome: Outcome) => void;
};

export type Channel = { state: () => ChannelState; leave: () => void };

/**
 * What the server tells this screen as it happens. A connection that does not come, breaks or falls silent for two
 * heartbeats is made again, after waits that grow; the network coming back ends a wait. Each new connection begins
 * with a `hello`, at which whoever listens asks for what it may have missed.
 */
export function openChannel({ url, onEvent, onOutcome }: ChannelOptions): Channel {
  let state: ChannelState = 'closed';
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;

  const wait = (ms: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const fail = (outcome: Outcome) => {
    source?.close();
    state = 'errored';
    onOutcome?.(outcome);
    wait(RECONNECT_MS[Math.min(tries, RECONNECT_MS.length - 1)] ?? 0, join);
    tries += 1;
  };
  function join() {
    state = 'joining';
    const joined = new EventSource(url);
    source = joined;
    wait(JOIN_TIMEOUT_MS, () => fail('TIMED_OUT'));
    joined.onmessage = ({ data }: MessageEvent<string>) => {
      const event = parseEvent(data);
      wait(2 * HEARTBEAT_MS, () => fail('TIMED_OUT'));
      if (state === 'joining') {
        state = 'joined';
        tries = 0;
        onOutcome?.('SUBSCRIBED');
      }
      if (event) onEvent(event);
    };
    joined.onerror = () => fail('CHANNEL_ERROR');
  }
  // Also when nothing was noticed: a connection that slept through a break may have missed something.
  const comeBack = () => {
    source?.close();
    join();
  };

  window.addEventListener('online', comeBack);
  join();
  return {
    state: () => state,
    leave() {
      state = 'leaving';
      window.removeEventListener('online', comeBack);
      clearTimeout(timer);
      source?.close();
      state = 'closed';
      onOutcome?.('CLOSED');
    },
  };
}

const isEvent = (value: unknown): value is LiveEvent =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

/** Undefined for what is no event of ours. */
function parseEvent(data: string): LiveEvent | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isEvent(value) && 'event' in value ? value : undefined;
  } catch {
    return undefined;
  }
}
