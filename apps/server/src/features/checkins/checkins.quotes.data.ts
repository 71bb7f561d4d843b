import { type SQL, sql } from 'drizzle-orm';
import { quotedMessage } from '../../core/quotes.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';

/** Longer than the line shown, because whitespace is collapsed later. */
const WRITTEN_LENGTH = sql.raw('600');

/** The start of the first written answer in the order of the form, or empty. `row` names a row of `check_ins`. */
export const writtenAnswer = (coachId: CoachKey, row: SQL) => sql<string>`left(case
  when ${row}.template_id is null then ${row}.note
  else coalesce((select ${row}.answers ->> (asked.question ->> 'id') from check_in_template_versions v
      cross join lateral jsonb_array_elements(v.questions) with ordinality asked(question, place)
    where v.coach_id = ${coachId} and v.template_id = ${row}.template_id and v.version = ${row}.template_version
      and asked.question ->> 'type' = 'text' and ${row}.answers ->> (asked.question ->> 'id') <> ''
    order by asked.place limit 1), '') end, ${WRITTEN_LENGTH})`;

/** The check-in that a message replies to. */
export const checkInQuoteOfMessage = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('checkInId', c.id, 'day', c.day,
    'weightKg', c.weight_kg, 'adherence', c.adherence, 'text', ${writtenAnswer(coachId, sql`c`)})
  from check_ins c where c.coach_id = ${coachId} and c.client_id = ${quotedMessage.clientId}
    and c.reply_id = ${quotedMessage.id} limit 1`;
