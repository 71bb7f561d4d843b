import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tells a coach's sessions in other calendars from events of others. The first key makes UIDs, and all of them count. */
export type OwnEvents = { coachId: string; keys: readonly Uint8Array[] };

const MAC_LENGTH = 22;
const OWN_UID = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{22})(?:@|$)/;

const macOf = (key: Uint8Array, coachId: string, sessionId: string): string =>
  createHmac('sha256', key).update(`${coachId}.${sessionId}`).digest('base64url').slice(0, MAC_LENGTH);

/**
 * The first part of a session's UID, and the name of its file. It cannot be made without the key, so that no event of
 * another person passes as the coach's session.
 */
export function ownEventName({ coachId, keys: [key] }: OwnEvents, sessionId: string): string {
  if (!key) throw new Error('there is no key for the UIDs of sessions');
  return `${sessionId}.${macOf(key, coachId, sessionId)}`;
}

/** The session of a UID; null for an event of anyone else. */
export function sessionOfUid({ coachId, keys }: OwnEvents, uid: string): string | null {
  const [, sessionId, mac] = OWN_UID.exec(uid) ?? [];
  if (sessionId === undefined || mac === undefined) return null;
  const isOwn = keys.some((key) => timingSafeEqual(Buffer.from(macOf(key, coachId, sessionId)), Buffer.from(mac)));
  return isOwn ? sessionId : null;
}
