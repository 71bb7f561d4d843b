import type { Answers } from '@stridewell/contract/checkins/checkins.forms.rules';
import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkIns } from './checkins.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;

/** Bounds the answer. Far more than a client has after many years. */
const WEIGHTS_MAX = 1000;

const ofClient = (tx: PersonTx, clientId: string) =>
  and(eq(checkIns.coachId, tx.scope.coachId), eq(checkIns.clientId, clientId));
const hasAnswer = (path: string) => sql`jsonb_path_exists(${checkIns.answers}, ${path}::jsonpath)`;

/** Weights of check-ins in kg, newest first, optionally since a day. */
export async function selectWeights(
  tx: PersonTx,
  clientId: string,
  since?: string,
): Promise<{ day: string; weightKg: number }[]> {
  const rows = await tx
    .select({ day: checkIns.day, weightKg: checkIns.weightKg })
    .from(checkIns)
    .where(and(ofClient(tx, clientId), isNotNull(checkIns.weightKg), since ? gte(checkIns.day, since) : undefined))
    .orderBy(desc(checkIns.submittedAt))
    .limit(WEIGHTS_MAX);
  return rows.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }]));
}

/** Answers that contain a set of measurements, newest first. */
export function selectMeasurementAnswers(tx: PersonTx, clientId: string): Promise<{ day: string; answers: Answers }[]> {
  return tx
    .select({ day: checkIns.day, answers: checkIns.answers })
    .from(checkIns)
    .where(and(ofClient(tx, clientId), hasAnswer('strict $.* ? (@.type() == "object")')))
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(WEIGHTS_MAX);
}

/** At most `limit` check-ins with photos before a place, newest first. */
export function selectPhotoAnswers(
  tx: PersonTx,
  clientId: string,
  { before, limit }: { before: Cursor | undefined; limit: number },
) {
  const place = before && sql`(${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`;
  return tx
    .select({ id: checkIns.id, day: checkIns.day, at: checkIns.submittedAt, answers: checkIns.answers })
    .from(checkIns)
    .where(
      and(
        ofClient(tx, clientId),
        hasAnswer('$.*[*].fileId'),
        place ? sql`(${checkIns.submittedAt}, ${checkIns.id}) < ${place}` : undefined,
      ),
    )
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(limit);
}
