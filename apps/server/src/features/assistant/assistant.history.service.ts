import { type AssistantAnswer, HISTORY_MONTHS } from '@stridewell/contract/assistant/assistant';
import type { CoachScope, OperatorScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import {
  type AnswerRow,
  deleteAnswers,
  deleteOperatorAnswers,
  findAnswer,
  findOperatorAnswer,
  forgetAnswers,
  forgetOperatorAnswers,
  selectAnswers,
  selectCoachesToForget,
  selectOperatorAnswers,
} from './assistant.data.ts';
import { assistantScope, forgettingScopeOf } from './assistant.scopes.ts';

const PAGE = 20;
const BATCH = 100;

export const toAnswer = ({ id, at, content }: AnswerRow): AssistantAnswer => ({
  ...content,
  id,
  askedAt: at.toISOString(),
});

/** Older questions are neither shown nor kept. */
function keptSince(now: Date): Date {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - HISTORY_MONTHS);
  return since;
}

function toPage(rows: readonly AnswerRow[]): { answers: AssistantAnswer[]; next: string | null } {
  const shown = rows.slice(0, PAGE);
  return { answers: shown.map(toAnswer), next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null };
}

type Asked = { after?: string | undefined };

/** A page of the coach's questions. An unknown `after` is the first page. */
export async function listAnswers(tx: Tx<CoachScope>, { after }: Asked, now: Date) {
  const row = after === undefined ? undefined : await findAnswer(tx, after);
  return toPage(await selectAnswers(tx, { since: keptSince(now), before: row, limit: PAGE + 1 }));
}

/** A page of the operator's questions. */
export async function listOperatorAnswers(tx: Tx<OperatorScope>, { after }: Asked, now: Date) {
  const row = after === undefined ? undefined : await findOperatorAnswer(tx, after);
  return toPage(await selectOperatorAnswers(tx, { since: keptSince(now), before: row, limit: PAGE + 1 }));
}

/** Deletes one question of the coach, or all of them. @returns how many */
export const removeAnswers = (tx: Tx<CoachScope>, id: string | undefined): Promise<number> => deleteAnswers(tx, id);

/** Deletes one question of the operator, or all of them. @returns how many */
export const removeOperatorAnswers = (tx: Tx<OperatorScope>, id: string | undefined): Promise<number> =>
  deleteOperatorAnswers(tx, id);

/** Deletes questions of more than a year ago, each coach in a separate transaction. */
export async function forgetOldAnswers({
  db,
  log,
  now,
}: {
  db: Database;
  log: Logger;
  now: () => Date;
}): Promise<void> {
  const before = keptSince(now());
  await eachDue({
    name: 'coaches',
    log,
    failure: 'old questions were not deleted',
    read: (after: { coachId: string } | undefined) =>
      db.read(assistantScope, (tx) => selectCoachesToForget(tx, { before, after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: (coachId) => ({ coachId }),
    work: (coachId) => db.write(forgettingScopeOf(coachId), (tx) => forgetAnswers(tx, before)),
  });
  await db.write(assistantScope, (tx) => forgetOperatorAnswers(tx, before));
}
