const PATH = '/rest/v1/socket';

export type SocketEvents = {
  onJoined: () => void;
  onEvent: (value: unknown) => void;
  onHeartbeat: () => void;
  /** The connection ended or was never there; with the code of the server when it refused. */
  onEnd: (code?: string) => void;
  /** For how long events may have been missed, in milliseconds. Asked when the connection is made. */
  missedMs: () => number;
};

/**
 * Connects to the live events and reports them until the returned function is called. Speaks the part of Socket.IO's
 * protocol that the server uses, because the library is a tenth of a page. It loads where a network lets no WebSocket
 * through.
 */
export function openSocket(events: SocketEvents): () => void {
  let close = openWebSocket(events, () => {
    close = openPolling(events);
  });
  return () => close();
}

function openWebSocket(events: SocketEvents, onBlocked: () => void): () => void {
  const { onJoined, onEvent, onHeartbeat, onEnd, missedMs } = events;
  const url = new URL(`${PATH}?EIO=4&transport=websocket`, window.location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  /** The longest silence of a server that is there. Unknown until its first packet. */
  let patience = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(silence);
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  };
  const end = (code?: string) => {
    close();
    onEnd(code);
  };
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const [, kind = '', content = ''] = /^(4?\d)(.*)$/s.exec(data) ?? [];
    if (kind === '0') {
      const { pingInterval, pingTimeout } = JSON.parse(content);
      patience = pingInterval + pingTimeout;
      socket.send(`40${JSON.stringify({ missedMs: missedMs() })}`);
    }
    clearTimeout(silence);
    silence = setTimeout(() => end(), patience);
    if (kind === '2') {
      socket.send('3');
      onHeartbeat();
    } else if (kind === '40') onJoined();
    else if (kind === '42') {
      const [name, value] = JSON.parse(content);
      if (name === 'event') onEvent(value);
    } else if (kind === '44') end(JSON.parse(content).data?.code);
    else if (kind === '1' || kind === '41') end();
  };
  socket.onclose = () => {
    if (patience > 0) return end();
    close();
    onBlocked();
  };
  return close;
}

function openPolling({ onJoined, onEvent, onHeartbeat, onEnd, missedMs }: SocketEvents): () => void {
  let isClosed = false;
  let disconnect: (() => void) | undefined;
  const connect = async () => {
    const { io } = await import('socket.io-client');
    if (isClosed) return;
    const socket = io({
      path: PATH,
      addTrailingSlash: false,
      transports: ['polling'],
      forceNew: true,
      reconnection: false,
      auth: (give) => give({ missedMs: missedMs() }),
    });
    socket.io.on('ping', onHeartbeat);
    socket.on('connect', onJoined);
    socket.on('event', onEvent);
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) => onEnd(error.data?.code));
    socket.on('disconnect', () => onEnd());
    disconnect = () => {
      socket.off();
      socket.io.off('ping');
      socket.disconnect();
    };
  };
  connect().catch(() => {
    if (!isClosed) onEnd();
  });
  return () => {
    isClosed = true;
    disconnect?.();
  };
}
