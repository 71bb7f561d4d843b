import type { WeighIn } from '@stridewell/contract/checkins/checkins.rules';
import { FIGURES, type WeightFigures } from '@stridewell/contract/clients/clients.figures.rules';
import { FOUR_WEEKS, RATE, ratePlusMinusKg } from '@stridewell/contract/progress/progress.rules';
import { addDays, relativeDayLabel } from '@stridewell/contract/time';
import { type UnitSystem, weightUnit } from '@stridewell/contract/units';
import { dayInSentence, weightChangeLabel, weightLabel } from '../../lib/format.ts';
import { weightChangeText } from '../../shared/figure-text.ts';
import { StatTile } from '../../ui/stat-tile.tsx';

type WeightTilesProps = {
  weight: WeightFigures;
  /** Those of the last weeks at least, oldest first. */
  weighIns: readonly WeighIn[];
  today: string;
  units: UnitSystem;
};

/** The weight with its change of four weeks and its weekly rate, the same on every screen. */
export function WeightTiles({ weight, weighIns, today, units }: WeightTilesProps) {
  return (
    <>
      <StatTile
        small
        label={FIGURES.weight}
        value={weightLabel(weight.weightKg, units)}
        note={weightChangeText(weight, units) ?? relativeDayLabel(weight.day, today)}
      />
      <StatTile
        small
        label={FIGURES.fourWeekChange}
        value={weight.fourWeeks ? (weightChangeLabel(weight.fourWeeks.changeKg, units) ?? 'No change') : '–'}
      />
      <StatTile small label={FIGURES.weeklyRate} {...rateText({ weight, weighIns, today, units })} />
    </>
  );
}

/** The weekly rate with its likely range, or why there is none. */
export function rateText({ weight, weighIns, today, units }: WeightTilesProps): { value: string; note: string } {
  const plusMinusKg = ratePlusMinusKg(weighIns);
  if (!weight.fourWeeks || plusMinusKg === null) {
    const isOld = weight.day < addDays(today, -FOUR_WEEKS);
    const needed = `Needs ${RATE.minWeighIns} weigh-ins over ${RATE.minSpanDays / 7} weeks`;
    return { value: '–', note: isOld ? `No recent weigh-ins, last ${dayInSentence(weight.day, today)}` : needed };
  }
  const { kgPerWeek } = weight.fourWeeks;
  const signed = (kg: number) => weightChangeLabel(kg, units)?.split(' ')[0] ?? '0.0';
  return {
    value: `${weightChangeLabel(kgPerWeek, units) ?? `0.0 ${weightUnit(units)}`} a week`,
    note: `Likely ${signed(kgPerWeek - plusMinusKg)} to ${signed(kgPerWeek + plusMinusKg)} a week`,
  };
}
