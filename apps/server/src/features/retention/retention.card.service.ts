import type { ModelCard, ModelPromise } from '@stridewell/contract/retention/retention.model';
import { RISK_LEVELS } from '@stridewell/contract/retention/retention.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type CoachModel, readCoachModel, stateOf } from './retention.model.service.ts';
import { type Sums, sumBands, sumOutcomes } from './retention.outcomes.rules.ts';
import { selectOutcomes } from './retention.scores.data.ts';
import type { HoldOutFigures } from './retention.training.rules.ts';

/** How well levels and percentages hold: as tested, on the platform since then, and for the coach's own clients. */
export async function getModelCard(tx: Tx<CoachScope>): Promise<ModelCard> {
  const { used, offset } = await readCoachModel(tx);
  const outcomes = await selectOutcomes(tx, used?.version ?? null);
  return {
    state: stateOf(used),
    drift: used?.watch?.drift ?? null,
    measured: used && measuredOf(used),
    own: used && {
      clients: offset?.clients ?? 0,
      left: offset?.left ?? 0,
      odds: Math.exp(offset?.logOdds ?? 0),
    },
    shown: sumBands(outcomes).map((sums) => promiseOf(sums, true)),
    levels: RISK_LEVELS.map((level) => {
      const sums = sumOutcomes(outcomes.filter((outcome) => outcome.level === level));
      return { level, ...promiseOf(sums, used !== null) };
    }),
  };
}

const promiseOf = ({ clients, left, promised }: Sums, hasChances: boolean): ModelPromise => ({
  clients,
  left,
  promised: hasChances && clients > 0 ? promised / clients : null,
});

function measuredOf(used: NonNullable<CoachModel['used']>): ModelCard['measured'] {
  const { version, trainedAt, dataFrom, dataTo, figures, watch } = used;
  const { coaches, clients, left, model, silence, bands } = figures;
  return {
    version,
    trainedAt: trainedAt.toISOString(),
    dataFrom,
    dataTo,
    coaches,
    clients,
    left,
    model: shownFigures(model),
    silence: shownFigures(silence),
    tested: bands.map((sums) => promiseOf(sums, true)),
    platform: watch ? watch.bands.map((sums) => promiseOf(sums, true)) : null,
  };
}

function shownFigures(figures: HoldOutFigures) {
  const { auc, prAuc, brierSkill, ece, lift10, hiddenWeekAuc, warned, leadDays } = figures;
  return { auc, prAuc, brierSkill, ece, lift10, hiddenWeekAuc, warned, leadDays };
}
