import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { hostOf } from '../core/hosts.ts';
import { groupsOf } from '../core/operator-events.ts';
import type { Services } from '../core/services.ts';
import type { Actor } from '../core/tenancy/actor.ts';
import { createCookieReader } from '../core/tenancy/request-actor.ts';
import { askedHost, clientAddress, createTrust, networkOf } from '../platform/http/client-address.ts';
import { sessionCookieName, withoutForeignSession } from '../platform/http/session-cookie.ts';
import type { RateLimit } from '../platform/rate-limits/rate-limits.ts';
import type { LiveEvent } from '../platform/realtime/live.ts';
import { RecentEvents } from '../platform/realtime/recent-events.ts';

const PATH = '/rest/v1/socket';
const HEARTBEAT_MS = 30_000;
/** Time limit for joining, and for answering a heartbeat. */
const PATIENCE_MS = 20_000;
/** Screens send only the handshake and the answers to heartbeats. */
const MAX_BYTES_HEARD = 1024;
/** Limit for one person at one process. Further screens poll until another socket closes. */
const MAX_SOCKETS = 20;
/** Allows for all screens of an office that reconnect at once after a restart. */
const JOINS: RateLimit = { windowSeconds: 60, max: 600 };
/** The longest delay that a timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** When the server stops, connections that are still open after this time are cut off. */
const GOODBYE_MS = 500;
/** Far longer than the lookup of a session takes, which may end during that lookup. */
const ENDED_KEPT_MS = 60_000;

type Events = { event: (event: LiveEvent) => void };
type Person = Pick<Actor, 'userId' | 'sessionId' | 'expiresAt'>;
type LiveSocket = Socket<DefaultEventsMap, Events, DefaultEventsMap, Person>;

const userRoom = (id: string) => `user:${id}`;
const sessionRoom = (id: string) => `session:${id}`;
const groupRoom = (name: string) => `group:${name}`;

/** Sockets get only the code. Details of the error go to our log. */
const refusal = (code: 'UNAUTHORIZED' | 'TOO_MANY_SOCKETS' | 'UNAVAILABLE') =>
  Object.assign(new Error(code), { data: { code } });

/**
 * Sockets of open screens. They receive the events of their session's person, and the server ignores what they send.
 * The session alone decides the rooms, so a client cannot join another person's.
 */
export function registerSockets(
  app: FastifyInstance,
  services: Pick<Services, 'live' | 'db' | 'env' | 'secret' | 'log' | 'now' | 'isOwnOrigin' | 'hosts' | 'limiter'>,
): void {
  const { live, env, log, now, hosts, isOwnOrigin, limiter } = services;
  const readCookie = createCookieReader(services);
  const sessionCookie = sessionCookieName(env.appUrl);
  const ended = new Set<string>();
  const recent = new RecentEvents();
  const lines = new Set<Duplex>();
  const isTrusted = createTrust(env.TRUST_PROXY);
  let closing = false;

  const hostedCoachOf = (request: IncomingMessage) => hosts.coachOfHost(askedHost(request, isTrusted));
  const readActor = async ({ request }: LiveSocket): Promise<Actor | null> => {
    const at = await hostedCoachOf(request);
    return readCookie(withoutForeignSession(request.headers.cookie, sessionCookie, hostOf(at)), { at });
  };

  /** Whether a connection may be opened. Authentication follows. */
  async function mayConnect(request: IncomingMessage): Promise<boolean> {
    const { origin, upgrade } = request.headers;
    // Browsers send the origin with every socket, but omit it from same-origin reads.
    const coach = await hostedCoachOf(request);
    if (coach?.isServed === false) return false;
    if ((origin || upgrade) && !isOwnOrigin(origin, coach)) return false;
    return (
      !closing && (await limiter.consume(`socket:${networkOf(clientAddress(request, isTrusted))}`, JOINS)) === null
    );
  }

  const io = new Server<DefaultEventsMap, Events, DefaultEventsMap, Person>({
    path: PATH,
    addTrailingSlash: false,
    serveClient: false,
    transports: ['websocket', 'polling'],
    pingInterval: HEARTBEAT_MS,
    pingTimeout: PATIENCE_MS,
    connectTimeout: PATIENCE_MS,
    maxHttpBufferSize: MAX_BYTES_HEARD,
    allowRequest(request, answer) {
      mayConnect(request).then(
        (may) => answer(null, may),
        (error: unknown) => {
          log.warn({ err: error }, 'socket not let in');
          answer(null, false);
        },
      );
    },
  });
  io.attach(app.server);
  io.engine.on('headers', (headers: Record<string, string>) => {
    Object.assign(headers, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  app.server.on('upgrade', (_request, line) => {
    lines.add(line);
    line.once('close', () => lines.delete(line));
  });

  async function join(socket: LiveSocket): Promise<Error | undefined> {
    const actor = await readActor(socket);
    if (!actor || ended.has(actor.sessionId)) return refusal('UNAUTHORIZED');
    // The events belong to the viewed person. Without a socket, the screens poll.
    if (actor.viewing) return refusal('TOO_MANY_SOCKETS');
    const { userId, sessionId, expiresAt } = actor;
    // No await between counting and joining, so that simultaneous sockets cannot exceed the limit.
    if ((io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0) >= MAX_SOCKETS) return refusal('TOO_MANY_SOCKETS');
    socket.data = { userId, sessionId, expiresAt };
    void socket.join([userRoom(userId), sessionRoom(sessionId), ...groupsOf(actor).map(groupRoom)]);
    return undefined;
  }
  function regroup(socket: LiveSocket, actor: Actor): void {
    const groups = groupsOf(actor).map(groupRoom);
    for (const room of socket.rooms)
      if (room.startsWith(groupRoom('')) && !groups.includes(room)) void socket.leave(room);
    void socket.join(groups);
  }
  io.use((socket, next) => {
    join(socket).then(next, (error: unknown) => {
      log.warn({ err: error }, 'session of a socket not checked');
      next(refusal('UNAVAILABLE'));
    });
  });

  /** Ends a socket whose session ended without an event. Otherwise updates its groups to the person's rights. */
  async function checkSession(socket: LiveSocket): Promise<void> {
    try {
      const actor = await readActor(socket);
      if (actor?.sessionId === socket.data.sessionId && actor.userId === socket.data.userId) {
        socket.data.expiresAt = actor.expiresAt;
        regroup(socket, actor);
      } else socket.disconnect(true);
    } catch (error) {
      log.warn({ err: error }, 'session of a socket not checked');
      socket.disconnect(true);
    }
  }
  io.on('connection', (socket) => {
    let timer: NodeJS.Timeout;
    const checkAtExpiry = () => {
      const left = socket.data.expiresAt.getTime() - now().getTime();
      timer = setTimeout(
        async () => {
          await checkSession(socket);
          if (socket.connected) checkAtExpiry();
        },
        Math.min(Math.max(left, 1000), MAX_TIMER_MS),
      );
    };
    checkAtExpiry();
    const missed = recent.of(socket.rooms, Number(socket.handshake.auth.missedMs));
    for (const event of missed ?? [{ event: 'resync' }]) socket.emit('event', event);
    socket.onAny(() => socket.disconnect(true));
    socket.once('disconnect', () => clearTimeout(timer));
  });

  const tellRooms = (rooms: string[], event: LiveEvent) => {
    recent.note(rooms, event);
    io.to(rooms).emit('event', event);
  };
  const stopListening = live.listen({
    tell: (people, event) => tellRooms(people.map(userRoom), event),
    tellGroup: (group, event) => tellRooms([groupRoom(group)], event),
    rightsChanged(personId) {
      for (const id of io.sockets.adapter.rooms.get(userRoom(personId)) ?? []) {
        const socket = io.sockets.sockets.get(id);
        if (socket) void checkSession(socket);
      }
    },
    sessionEnded(sessionId) {
      ended.add(sessionId);
      setTimeout(() => ended.delete(sessionId), ENDED_KEPT_MS).unref();
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    resync() {
      recent.noteGap();
      io.emit('event', { event: 'resync' });
      const checkAll = async () => {
        for (const socket of io.sockets.sockets.values()) await checkSession(socket);
      };
      void checkAll();
    },
  });

  app.addHook('preClose', async () => {
    closing = true;
    stopListening();
    io.engine.close();
    setTimeout(() => {
      for (const line of lines) line.destroy();
    }, GOODBYE_MS).unref();
  });
}
