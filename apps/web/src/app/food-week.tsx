import { Anchor, Group, Stack, Text } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import type { NutritionWeek } from '@stridewell/contract/nutrition/nutrition';
import { addDays } from '@stridewell/contract/time';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { doneText } from '../features/habits/habits.wording.ts';
import { nutritionWeekQuery } from '../features/nutrition/nutrition.queries.ts';
import { countLabel, dayText, kcalText } from '../lib/format.ts';
import { percentText } from '../shared/figure-text.ts';
import { Muted } from '../ui/muted.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { StatTile } from '../ui/stat-tile.tsx';
import classes from './nutrition.module.css';

type FoodWeekProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  /** The day of the check-in. The seven days before it are shown. */
  before: string;
};

const weekday = (day: string) => dayText(day, { weekday: 'short', month: 'short', day: 'numeric' });

/** The nutrition of the week before a check-in. Nothing for a client who logs neither food nor habits. */
export function FoodWeek({ coachId, clientId, firstName, before }: FoodWeekProps) {
  const { data, error } = useQuery(nutritionWeekQuery({ coachId, clientId, to: addDays(before, -1) }));
  if (error) return <ProblemAlert error={error} title="The nutrition of the week could not be loaded" />;
  if (!data) return null;
  const { days, habits, photos, comments } = data;
  const logged = days.filter(({ status }) => status !== 'unlogged').length;
  const hasTarget = days.some(({ targetKcal, planned }) => targetKcal !== null || planned > 0);
  if (logged === 0 && habits.length === 0 && !hasTarget) return null;
  return (
    <SectionCard
      title="Nutrition of the week"
      aside={
        <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}?tab=nutrition`} size="sm">
          Nutrition
        </Anchor>
      }
    >
      <Stack gap="md">
        <Figures week={data} logged={logged} />
        {habits.length > 0 && (
          <Stack component="ul" gap={4} m={0} p={0} aria-label="Habits" style={{ listStyle: 'none' }}>
            {habits.map(({ id, name, ...count }) => (
              <Group key={id} component="li" justify="space-between" gap="sm">
                <Text>{name}</Text>
                <Muted>{count.due > 0 ? doneText(count) : 'Nothing ticked'}</Muted>
              </Group>
            ))}
          </Stack>
        )}
        {photos.length > 0 && (
          <ul className={classes.photos} aria-label="Photos of meals">
            {photos.map(({ entryId, fileId, day, meal }) => (
              <li key={entryId}>
                <a href={fileUrl(coachId, fileId)} target="_blank" rel="noreferrer">
                  <img
                    className={classes.photo}
                    src={fileUrl(coachId, fileId, 'thumb')}
                    alt={`${meal}, ${weekday(day)}`}
                    loading="lazy"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
        {comments.length > 0 && (
          <Stack gap="xs">
            {comments.map(({ id, day, meal, text }) => (
              <div key={id}>
                <Muted>{['Your comment', meal, weekday(day)].filter(Boolean).join(', ')}</Muted>
                <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
              </div>
            ))}
          </Stack>
        )}
        {logged === 0 && <Muted>{`${firstName} logged no food in these seven days.`}</Muted>}
      </Stack>
    </SectionCard>
  );
}

function Figures({ week, logged }: { week: NutritionWeek; logged: number }) {
  const { days, followed, average } = week;
  const { intakeKcal, targetKcal } = average;
  const planned = days.reduce((sum, day) => sum + day.planned, 0);
  const ticked = days.reduce((sum, day) => sum + Math.min(day.ticked, day.planned), 0);
  const complete = days.filter(({ status }) => status === 'complete').length;
  return (
    <Group gap="lg">
      <StatTile small label="Days logged" value={`${logged} of ${days.length}`} note={`${complete} complete`} />
      {intakeKcal !== null && (
        <StatTile
          small
          label="Average energy"
          value={kcalText(intakeKcal)}
          note={targetKcal === null ? undefined : `Target ${kcalText(targetKcal)}`}
        />
      )}
      {planned > 0 && <StatTile small label="Planned meals" value={`${ticked} of ${planned}`} note="Ticked" />}
      {followed.due > 0 && (
        <StatTile
          small
          label="Nutrition followed"
          value={percentText(workoutPercent(followed))}
          note={countLabel(7, 'day')}
        />
      )}
    </Group>
  );
}
