import type { CoachOffset } from '../../src/features/retention/retention.offsets.rules.ts';
import {
  retentionModels,
  retentionOffsets,
  retentionScores,
  retentionWeeks,
} from '../../src/features/retention/retention.scores.table.ts';
import type { TestApp } from '../app.ts';
import type { Pair } from '../people.ts';
import { aTrainedModel } from '../retention-rows.ts';

type Stored = Pick<TestApp, 'owner'>;

type NewModel = Partial<typeof retentionModels.$inferInsert> & { offsetOf?: Readonly<Record<string, CoachOffset>> };

/** A stored model, in use. Its database should have no other one. */
export async function aRetentionModel(
  { owner }: Stored,
  { offsetOf = {}, ...options }: NewModel = {},
): Promise<typeof retentionModels.$inferInsert> {
  const { model, figures, hash, dataFrom, dataTo } = aTrainedModel();
  const facts = { version: 1, trainedAt: new Date('2026-01-01T00:00:00Z'), seed: 'factory', inUse: true };
  const row = { ...facts, model, figures, hash, dataFrom, dataTo, ...options };
  await owner.insert(retentionModels).values(row);
  for (const [coachId, offset] of Object.entries(offsetOf)) {
    await owner.insert(retentionOffsets).values({ coachId, version: row.version, ...offset });
  }
  return row;
}

type NewWeek = Partial<typeof retentionWeeks.$inferInsert> & { of: { id: string } };

/** The counts of a week of the coach. */
export async function aScoredWeek({ owner }: Stored, { of, ...options }: NewWeek): Promise<void> {
  const facts = { day: '2026-02-01', levels: { 'High Risk': 0, 'Moderate Risk': 0, 'On Track': 0 } };
  await owner.insert(retentionWeeks).values({ ...facts, ...options, coachId: of.id });
}

type NewScore = Partial<typeof retentionScores.$inferInsert> & { of: Pair };

/** Stored scores of a client at the end of a week. */
export async function aScore({ owner }: Stored, { of, ...options }: NewScore): Promise<void> {
  const { coachId, clientId } = of;
  const facts = { day: '2026-02-01', level: 'High Risk', reasons: ['silentDays'] } as const;
  await owner.insert(retentionScores).values({ ...facts, reasons: [...facts.reasons], ...options, coachId, clientId });
}
