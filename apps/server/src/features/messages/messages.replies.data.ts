import { type SQL, sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';

/**
 * A column of a select: text and time of one message, null without such a message.
 * @param id with its table's name, because a select from one table leaves it away
 */
export const messageExcerpt = (coachId: CoachKey, id: SQL) =>
  sql<{ body: string; at: string } | null>`(select json_build_object('body', m.body,
    'at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from messages m where m.coach_id = ${coachId} and m.id = ${id})`;
