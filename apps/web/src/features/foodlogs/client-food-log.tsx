import { Badge, Button, Text, UnstyledButton } from '@mantine/core';
import { FOOD_DAY_STATUS_LABELS, totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { dayInZone } from '@stridewell/contract/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { countLabel, dayText, kcalText } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import type { ReadDay } from './food-day-dialog.tsx';
import classes from './food-log.module.css';
import { clientFoodDaysQuery } from './foodlogs.queries.ts';
import { macrosText } from './foodlogs.wording.ts';

const FoodLogImport = lazy(() => import('./food-log-import.tsx'));
const FoodDayDialog = lazy(() => import('./food-day-dialog.tsx'));

type ClientFoodLogProps = { coachId: string; clientId: string; firstName: string; readOnly: boolean };

/** The food log of a client, day by day, for the coach. */
export function ClientFoodLog({ coachId, clientId, firstName, readOnly }: ClientFoodLogProps) {
  const query = useInfiniteQuery(clientFoodDaysQuery(coachId, clientId));
  const timeZone = useTimeZone();
  const today = dayInZone(new Date(serverNow()), timeZone);
  const [isImporting, setImporting] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <QueryBoundary query={query} failed="The food log could not be loaded" skeleton={240}>
      {({ pages }) => {
        const days = pages.flatMap((page) => page.days);
        const opened = days.find(({ log }) => log.id === open);
        return (
          <SectionCard
            title="Food log"
            aside={
              !readOnly && (
                <Button variant="subtle" size="compact-sm" onClick={() => setImporting(true)}>
                  Import
                </Button>
              )
            }
          >
            {days.length === 0 ? (
              <Muted>{`What ${firstName} logs appears here, day by day.`}</Muted>
            ) : (
              <ul className={rows.divided}>
                {days.map((day) => (
                  <li key={day.log.id}>
                    <UnstyledButton className={rows.link} onClick={() => setOpen(day.log.id)}>
                      <DayLine {...day} today={today} />
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            )}
            <LoadMore query={query} label="Show older" failed="Older days could not be loaded" />
            <Suspense>
              {isImporting && (
                <FoodLogImport target={{ coachId, clientId }} today={today} onClose={() => setImporting(false)} />
              )}
              {opened && (
                <FoodDayDialog
                  coachId={coachId}
                  clientId={clientId}
                  firstName={firstName}
                  readOnly={readOnly}
                  day={opened}
                  onClose={() => setOpen(null)}
                />
              )}
            </Suspense>
          </SectionCard>
        );
      }}
    </QueryBoundary>
  );
}

function DayLine({ log, status: { status, isGuess }, comments, today }: ReadDay & { today: string }) {
  const totals = totalsOf(log.entries);
  const photos = log.entries.filter(({ kind, deleted }) => kind === 'photo' && !deleted).length;
  const hasFigures = totals.entries > totals.uncounted;
  // A day of photos is whole or not, which no figure can say. Nor can a guess about a day that is not over.
  const isUnsure = isGuess && (log.id >= today || (photos > 0 && !hasFigures));
  const isMarked = status !== 'complete' && !isUnsure;
  const facts = [
    hasFigures && kcalText(totals.kcal),
    hasFigures && macrosText(totals),
    photos > 0 && countLabel(photos, 'photo'),
    comments.length > 0 && countLabel(comments.length, 'comment'),
  ];
  return (
    <span className={classes.line}>
      <Text span fw={600}>
        {dayText(log.id, { weekday: 'short', month: 'short', day: 'numeric' })}
      </Text>
      <Muted span className={classes.facts}>
        {facts.filter(Boolean).join(', ') || 'Nothing eaten is logged'}
      </Muted>
      {isMarked && (
        <Badge component="span" color="gray">
          {`${FOOD_DAY_STATUS_LABELS[status]}${isGuess ? ' (guessed)' : ''}`}
        </Badge>
      )}
    </span>
  );
}
