import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { CoachWeek } from './retention.hazard.rules.ts';
import {
  findNewestModel,
  insertModel,
  insertOffsets,
  lockModels,
  selectModels,
  switchModel,
} from './retention.models.data.ts';
import { isUsable, type ModelFigures, trainHazard } from './retention.training.rules.ts';

export { selectModels as listModels };

type Training = {
  owner: NodePgDatabase<Record<string, never>>;
  history: readonly CoachWeek[];
  now: Date;
  seed: string;
};

export type TrainingResult =
  | { kind: 'too_few' }
  /** The history has not changed since this version. */
  | { kind: 'unchanged'; version: number }
  | { kind: 'used' | 'kept_out'; version: number; figures: ModelFigures };

/**
 * Fits a model on the history of the platform and stores it as a new version. It is used only when it is no worse than
 * silence alone on clients it has not seen; otherwise the version in use stays.
 * @param owner a connection of the database's owner, because no scope reads all tenants
 * @throws PlainError when a feature alone tells who left
 */
export async function trainModel({ owner, history, now, seed }: Training): Promise<TrainingResult> {
  const trained = trainHazard(history, seed);
  if (!trained) return { kind: 'too_few' };
  const { model, offsets, figures, dataFrom, dataTo, hash } = trained;
  return owner.transaction(async (tx): Promise<TrainingResult> => {
    await lockModels(tx);
    const newest = await findNewestModel(tx);
    if (newest?.hash === hash) return { kind: 'unchanged', version: newest.version };
    const version = (newest?.version ?? 0) + 1;
    await insertModel(tx, { version, trainedAt: now, dataFrom, dataTo, seed, hash, model, figures, inUse: false });
    await insertOffsets(
      tx,
      [...offsets].map(([coachId, offset]) => Object.assign({ coachId, version }, offset)),
    );
    if (!isUsable(figures)) return { kind: 'kept_out', version, figures };
    await switchModel(tx, version);
    return { kind: 'used', version, figures };
  });
}

/**
 * Uses another stored version, or the shipped prior.
 * @param version null for the prior
 * @returns false when there is no such version
 */
export function chooseModel(owner: Training['owner'], version: number | null): Promise<boolean> {
  return owner.transaction(async (tx) => {
    await lockModels(tx);
    const isKnown = version === null || (await selectModels(tx)).some((model) => model.version === version);
    if (isKnown) await switchModel(tx, version);
    return isKnown;
  });
}
