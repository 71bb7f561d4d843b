import { createHash } from 'node:crypto';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { isAlarming, wordsOf } from '@stridewell/contract/words.rules';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notify } from './notifications.service.ts';
import { insertAlarmingTexts } from './notifications.words.data.ts';

type AlarmingTexts = {
  texts: readonly string[];
  /** The text that the coach should read, such as `this check-in`. */
  place: string;
  fullName: string;
  metadata?: Pick<Notification['metadata'], 'check_in_id' | 'conversation_id'>;
};

/**
 * Notifies the coach, without the words, when a text of the client in scope mentions purging or self-harm. The same text
 * notifies once.
 * @returns whether the coach was notified
 */
export async function notifyOfWords(
  tx: Tx<ClientScope>,
  { texts, place, fullName, metadata }: AlarmingTexts,
): Promise<boolean> {
  const alarming = texts.filter(isAlarming);
  if (alarming.length === 0) return false;
  const { coachId, clientId } = tx.scope;
  if (!(await insertAlarmingTexts(tx, [...new Set(alarming.map(digestOf))]))) return false;
  await notify(tx, {
    userId: coachId,
    type: 'safety_notice',
    title: `Please read ${place} today`,
    message: `${fullName} wrote something that needs you today.`,
    metadata: { client_id: clientId, coach_id: coachId, ...metadata },
  });
  return true;
}

/**
 * The texts of a document whose place held no alarming one before, because a document grows while it is typed.
 * @param before texts by their place in the document
 */
export const newTexts = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after].flatMap(([place, text]) => (isAlarming(before.get(place) ?? '') ? [] : text));

const digestOf = (text: string): string => createHash('sha256').update(wordsOf(text).join(' ')).digest('base64url');
