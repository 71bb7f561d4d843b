import { Group, Text } from '@mantine/core';
import type { UnreviewedCheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import type { Metric } from '@stridewell/contract/checkins/checkins.forms.rules';
import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ClientAvatar } from '../../shared/client-avatar.tsx';
import { Muted } from '../../ui/muted.tsx';
import { meaningOf, metricTexts } from './checkins.answers.ts';
import { notableFigures } from './checkins.changes.ts';
import { FigureChange } from './figure-change.tsx';
import classes from './review-queue.module.css';

/** Values with their names. */
const NAMED: Record<Metric, (value: string) => string> = {
  weight_kg: (value) => value,
  adherence: (value) => `${FIGURES.planFollowed} ${value}`,
  nutrition: (value) => `Nutrition ${value}`,
  energy: (value) => `Energy ${value}`,
  sleep_hours: (value) => `Sleep ${value}`,
};

type ReviewRowProps = {
  coachId: string;
  checkIn: UnreviewedCheckIn;
  /** How long the client has waited, as text. */
  waiting: string;
  today: string;
  units: UnitSystem;
};

/** One check-in of the queue: what changed, the first words, and how long the client has waited. */
export function ReviewRow({ coachId, checkIn, waiting, today, units }: ReviewRowProps) {
  const { id, clientName, photoId, goal, day, figures, before, text } = checkIn;
  const notable = notableFigures(figures, before);
  return (
    <li>
      <Link to="/coach/$coachId/check-ins/$checkInId" params={{ coachId, checkInId: id }} className={classes.row}>
        <span className={classes.face}>
          <ClientAvatar coachId={coachId} photoId={photoId} name={clientName} size={36} />
        </span>
        <span className={classes.name}>
          <Text span fw={600} display="block" truncate>
            {clientName}
          </Text>
          <Muted component="span">{relativeDayLabel(day, today)}</Muted>
        </span>
        <Group component="span" gap="2px 14px" className={classes.figures}>
          {notable.map((figure) => {
            const { value, change } = metricTexts(figure, units);
            return (
              <Group component="span" key={figure.metric} gap={6} wrap="nowrap" fz="sm">
                <span>{NAMED[figure.metric](value)}</span>
                {change && figure.change !== null && (
                  <FigureChange
                    text={change}
                    rising={figure.change > 0}
                    meaning={meaningOf(figure.metric, figure.change, goal)}
                  />
                )}
              </Group>
            );
          })}
        </Group>
        <Text span size="sm" c="dimmed" lineClamp={2} className={classes.text}>
          {text && `“${text}”`}
        </Text>
        <Muted component="span" className={classes.waiting}>
          {waiting}
        </Muted>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </Link>
    </li>
  );
}
