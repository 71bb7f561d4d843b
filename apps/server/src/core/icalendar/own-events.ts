import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tells a coach's sessions in other calendars from events of others. The first key makes UIDs, and all of them count. */
export type OwnEvents = { coachId: string; keys: readonly Uint8Array[] };

const MAC_LENGTH = 22;
/** Google writes an id before its own domain in a UID. */
const OWN_HEX = /^([\da-f]{32})([\da-f]{44})(?:@|$)/;
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

/** The name for a service that takes the digits and the letters from a to v alone as an id. */
export function hexEventName(own: OwnEvents, sessionId: string): string {
  const [, , mac = ''] = OWN_UID.exec(ownEventName(own, sessionId)) ?? [];
  return `${sessionId.replaceAll('-', '')}${Buffer.from(mac).toString('hex')}`;
}

function partsOf(uid: string): { sessionId?: string | undefined; mac?: string | undefined } {
  const [, ofHex, hexMac] = OWN_HEX.exec(uid) ?? [];
  if (ofHex !== undefined && hexMac !== undefined) {
    const sessionId = ofHex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    return { sessionId, mac: Buffer.from(hexMac, 'hex').toString('latin1') };
  }
  const [, sessionId, mac] = OWN_UID.exec(uid) ?? [];
  return { sessionId, mac };
}

/** The session of a UID or of another id with a name; null for an event of anyone else. */
export function sessionOfUid({ coachId, keys }: OwnEvents, uid: string): string | null {
  const { sessionId, mac } = partsOf(uid);
  if (sessionId === undefined || mac === undefined) return null;
  const given = Buffer.from(mac);
  const isOwn = keys.some((key) => {
    const expected = Buffer.from(macOf(key, coachId, sessionId));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return isOwn ? sessionId : null;
}
