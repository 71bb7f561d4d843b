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

type Words = { clientId: string; messageId: string; createdAt: Date; words: readonly string[] };

const storeWords = prepared(
  'store_message_words',
  (tx: Tx<ParticipantScope>, { coachId, clientId, messageId, createdAt, words }: Places<Words>) =>
    tx.insert(messageWordRows).select(
      sql`select ${coachId}::uuid, given.word, ${createdAt}::timestamptz, ${messageId}::uuid, ${clientId}::uuid
        from unnest(${words}::text[]) as given (word)`,
    ),
);

/** Lets a coach find a message that has just been stored by its words. */
export async function insertWords(tx: Tx<ParticipantScope>, clientId: string, message: Message): Promise<void> {
  const words = messageWords(message.body);
  if (words.length === 0) return;
  await storeWords(tx, { clientId, messageId: message.id, createdAt: new Date(message.createdAt), words });
}

type Search = { words: readonly string[]; show: ConversationFilter; after: Cursor | null };

/**
 * Messages that have words beginning with all of these, newest first, and one more than a page. The longest word leads,
 * because fewest messages have it. Each word that begins with it is looked up by the one before, and gives its newest
 * messages, so that the cost grows with the vocabulary and not with the messages.
 */
export const selectHits = (tx: Tx<CoachScope>, { words, show, after }: Search) => {
  const { coachId } = tx.scope;
  const [lead = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const limit = SEARCH_PAGE + 1;
  const firstWord = (isLater: SQL) => sql`(select w.word from message_words w where w.coach_id = ${coachId}
    and ${beginsWith(sql`w.word`, sql`${lead}::text`)} and ${isLater} order by w.word limit 1)`;
  const has = (start: string) => sql`and exists (select from message_words o where o.coach_id = ${coachId}
    and o.message_id = w.message_id and ${beginsWith(sql`o.word`, sql`${start}::text`)})`;
  const isAfter = after
    ? sql`and (w.created_at, w.message_id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const isUnread = sql`and exists (select from messages u where u.coach_id = ${coachId} and u.client_id = w.client_id
    and u.sender = 'client' and u.seq > coalesce((select k.seq from read_markers k
      where k.coach_id = ${coachId} and k.client_id = w.client_id and k.side = 'coach'), 0))`;
  const hits = sql`(
    with recursive terms (word) as (
      ${firstWord(sql`true`)}
      union all
      select ${firstWord(sql`w.word > t.word`)} from terms t where t.word is not null
    )
    select distinct newest.created_at, newest.message_id from terms t cross join lateral (
      select w.created_at, w.message_id from message_words w where w.coach_id = ${coachId} and w.word = t.word
        ${isAfter} ${sql.join(others.map(has), sql` `)} ${show === 'unread' ? isUnread : sql``}
      order by w.created_at desc, w.message_id desc limit ${limit}
    ) newest
    order by newest.created_at desc, newest.message_id desc limit ${limit}
  ) hit`;
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
