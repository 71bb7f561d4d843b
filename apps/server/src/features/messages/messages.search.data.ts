import type { ConversationFilter, Message } from '@stridewell/contract/messages/messages';
import { SEARCH_PAGE } from '@stridewell/contract/messages/messages.rules';
import { messageWords } from '@stridewell/contract/messages/messages.search.rules';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { beginsWith } from '../../platform/db/search.ts';
import type { ParticipantScope } from './messages.scopes.ts';
import { messages, messageWordRows } from './messages.table.ts';

type Words = { messageId: string; words: readonly string[] };

// Reads the message, so that a cluster finds the machine of the new rows. It cannot spread rows of a function.
const storeWords = prepared(
  'store_message_words',
  (tx: Tx<ParticipantScope>, { coachId, messageId, words }: Places<Words>) =>
    tx.insert(messageWordRows).select(
      sql`select m.coach_id, given.word, m.created_at, m.id, m.client_id
        from ${messages} m cross join unnest(${words}::text[]) as given (word)
        where m.coach_id = ${coachId} and m.id = ${messageId}`,
    ),
);

/** Lets a coach find a message that has just been stored by its words. */
export async function insertWords(tx: Tx<ParticipantScope>, { id: messageId, body }: Message): Promise<void> {
  const words = messageWords(body);
  if (words.length > 0) await storeWords(tx, { messageId, words });
}

/** The range of words that begin with `start`, of the table of words under the name `words`. */
const wordOf = (words: string, start: string): SQL =>
  beginsWith(sql`${sql.identifier(words)}.word`, sql`${start}::text`);

type Search = { words: readonly string[]; show: ConversationFilter; after: Cursor | null };

/**
 * Messages that have words beginning with all of these, newest first, and one more than a page. The longest word leads,
 * because fewest messages have it. Only the messages of the page are read, the others by their words alone.
 */
export const selectHits = (tx: Tx<CoachScope>, { words, show, after }: Search) => {
  const { coachId } = tx.scope;
  const [lead = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const has = (start: string) => sql`and exists (select from message_words o where o.coach_id = ${coachId}
    and o.message_id = w.message_id and ${wordOf('o', start)})`;
  const isUnread = sql`and exists (select from messages u where u.coach_id = ${coachId} and u.client_id = w.client_id
    and u.sender = 'client' and u.seq > coalesce((select k.seq from read_markers k
      where k.coach_id = ${coachId} and k.client_id = w.client_id and k.side = 'coach'), 0))`;
  const hits = sql`(select distinct w.created_at, w.message_id from message_words w
    where w.coach_id = ${coachId} and ${wordOf('w', lead)}
      ${after ? sql`and (w.created_at, w.message_id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : sql``}
      ${sql.join(others.map(has), sql` `)} ${show === 'unread' ? isUnread : sql``}
    order by w.created_at desc, w.message_id desc limit ${SEARCH_PAGE + 1}) hit`;
  return tx
    .select({
      id: messages.id,
      conversationId: messages.clientId,
      clientName: relationships.fullName,
      photoId: relationships.photoId,
      seq: messages.seq,
      sender: messages.sender,
      body: messages.body,
      at: messages.createdAt,
    })
    .from(hits)
    .innerJoin(messages, and(eq(messages.coachId, coachId), eq(messages.id, sql`hit.message_id`)))
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, messages.coachId), eq(relationships.clientId, messages.clientId)),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id));
};
