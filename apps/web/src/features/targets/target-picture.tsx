import { Stack, Text } from '@mantine/core';
import { weightTrend } from '@stridewell/contract/progress/progress.rules';
import type { TargetPicture } from '@stridewell/contract/targets/targets.adaptation';
import { kcalToKj, type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { numberText } from '../../lib/format.ts';
import { readerEnergyUnit } from '../../lib/reader-energy.ts';
import { timeAxis } from '../../lib/time-axis.ts';
import { valueAxis } from '../../lib/value-axis.ts';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TrendChart } from '../../ui/trend-chart.tsx';
import { pictureQuery } from './targets.queries.ts';

type TargetPictureCardProps = { coachId: string; clientId: string; firstName: string; units: UnitSystem };

/** Target, logged energy, expenditure and weight of twelve weeks in one picture. */
export function TargetPictureCard({ coachId, clientId, firstName, units }: TargetPictureCardProps) {
  return (
    <QueryBoundary
      query={useQuery(pictureQuery(coachId, clientId))}
      failed="The picture of the last twelve weeks could not be loaded"
      skeleton={300}
    >
      {(picture) => {
        const { days, expenditures, today } = picture;
        // A target alone is a flat line, which its number says better.
        const hasEnergy = expenditures.length > 0 || numbersIn(loggedOf(days, today)).length > 0;
        const hasWeight = days.filter(({ weightKg }) => weightKg !== null).length > 1;
        return (
          <SectionCard title="Last twelve weeks">
            {hasEnergy || hasWeight ? (
              <Stack gap="lg">
                {hasEnergy && (
                  <>
                    <Muted>Complete days beside the target. Expenditure is likely between the two dashed lines.</Muted>
                    <EnergyChart picture={picture} />
                  </>
                )}
                <WeightChart picture={picture} units={units} />
              </Stack>
            ) : (
              <Text c="dimmed">Target, logged food and weight of {firstName} will appear here.</Text>
            )}
          </SectionCard>
        );
      }}
    </QueryBoundary>
  );
}

const numbersIn = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

/** Logged energy of whole days. A part of a day says nothing beside a whole one, and today is not over. */
const loggedOf = (days: TargetPicture['days'], today: string): (number | null)[] =>
  days.map(({ day, status, intakeKcal }) =>
    day < today && (status === 'complete' || status === 'fasted') ? intakeKcal : null,
  );

function EnergyChart({ picture: { days, expenditures, today } }: { picture: TargetPicture }) {
  const names = days.map(({ day }) => day);
  const unit = readerEnergyUnit();
  // Drawn in the reader's unit, so that its ticks are round.
  const shown = (kcal: number | null | undefined) =>
    typeof kcal === 'number' ? (unit === 'kJ' ? Math.round(kcalToKj(kcal)) : kcal) : null;
  const targets = days.map(({ targetKcal }) => shown(targetKcal));
  const logged = loggedOf(days, today).map(shown);
  // Each review holds until the next one.
  const reviewOn = (day: string) => expenditures.findLast((review) => review.day <= day)?.kcal ?? null;
  const low = names.map((day) => shown(reviewOn(day)?.low));
  const high = names.map((day) => shown(reviewOn(day)?.high));
  const all = numbersIn([...targets, ...logged, ...low, ...high]);
  return (
    <TrendChart
      label={`Energy of ${numbersIn(logged).length} complete days beside the target, in ${unit}`}
      height={260}
      times={names.map(Date.parse)}
      lines={[
        { label: 'Target', color: 'gray-5', values: targets, strokeWidth: 2.5, dot: 0 },
        { label: 'Logged', color: 'pine-6', values: logged, strokeWidth: 0 },
        { label: 'Expenditure, low', color: 'yellow-6', values: low, strokeWidth: 1, dot: 0, isDashed: true },
        { label: 'Expenditure, high', color: 'yellow-6', values: high, strokeWidth: 1, dot: 0, isDashed: true },
      ]}
      withLegend
      timeAxis={timeAxis(names, today)}
      valueAxis={{ ...valueAxis(all), width: 60, text: numberText }}
      valueText={(value) => `${numberText(Math.round(value))} ${unit}`}
    />
  );
}

function WeightChart({ picture: { days, today }, units }: { picture: TargetPicture; units: UnitSystem }) {
  const weighIns = days.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }]));
  const trends = new Map(weightTrend(weighIns).map(({ day, trendKg }) => [day, trendKg]));
  if (weighIns.length < 2) return null;
  const names = weighIns.map(({ day }) => day);
  const weights = weighIns.map(({ weightKg }) => weightForDisplay(weightKg, units));
  const trend = names.map((day) => weightForDisplay(trends.get(day) ?? 0, units));
  const unit = weightUnit(units);
  return (
    <TrendChart
      label={`Weight trend from ${trend[0]} to ${trend.at(-1)} ${unit}`}
      height={200}
      times={names.map(Date.parse)}
      lines={[
        { label: `Weight, ${unit}`, color: 'gray-5', values: weights, strokeWidth: 0 },
        { label: `Trend, ${unit}`, color: 'pine-6', values: trend, strokeWidth: 2.5, dot: 0 },
      ]}
      isSmooth
      withLegend
      timeAxis={timeAxis(
        days.map(({ day }) => day),
        today,
      )}
      valueAxis={{ ...valueAxis([...weights, ...trend]), width: 60 }}
      valueText={String}
    />
  );
}
