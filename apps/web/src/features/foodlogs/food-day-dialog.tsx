import { Button, Group, NativeSelect, Stack, Text, Textarea, Title } from '@mantine/core';
import type { FoodComment, FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import {
  type DayTotals,
  FOOD_DAY_STATUS_LABELS,
  FOOD_LOG_BOUNDS,
  type KnownDay,
  mealsOf,
  totalsOf,
} from '@stridewell/contract/foodlogs/foodlogs.rules';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { dayParts, kcalText, timeAgo } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import rows from '../../ui/rows.module.css';
import { placeOf } from './food-comments.tsx';
import { eatenAt } from './foodlogs.editing.ts';
import { useCommentOnFoodDay } from './foodlogs.queries.ts';
import { entryName, macrosText, waterText } from './foodlogs.wording.ts';
import { EntryRow } from './meal-section.tsx';

/** A day of a client's food log as the coach reads it. */
export type ReadDay = {
  log: FoodDay;
  status: KnownDay;
  comments: readonly FoodComment[];
  ownFoodIds: readonly string[];
};

type FoodDayDialogProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  readOnly: boolean;
  day: ReadDay;
  onClose: () => void;
};

/** A day of a client's food log with its meals and comments, and a form for another comment. */
export default function FoodDayDialog({ coachId, clientId, firstName, readOnly, day, onClose }: FoodDayDialogProps) {
  const timeZone = useTimeZone();
  const { log, status, comments, ownFoodIds } = day;
  const totals = totalsOf(log.entries);
  const meals = mealsOf(log.entries).filter((meal) => eatenAt(log, meal).length > 0);
  const counted = FOOD_DAY_STATUS_LABELS[status.status].toLowerCase();
  return (
    <Dialog opened onClose={onClose} title={dayParts(log.id).full} size="lg">
      <Stack gap="md">
        <div>
          {totals.entries > totals.uncounted && <Text>{`${kcalText(totals.kcal)}, ${macrosText(totals)}`}</Text>}
          <Muted>
            {status.isGuess ? `Counted as ${counted}, which is a guess.` : `${firstName} says: ${counted}.`}
            {totals.waterMl > 0 && ` Water: ${waterText(totals.waterMl, 'metric')}.`}
            {totals.uncounted > 0 && ` Without figures: ${totals.uncounted}.`}
          </Muted>
        </div>
        {log.note.value !== '' && <Text style={{ whiteSpace: 'pre-wrap' }}>{log.note.value}</Text>}
        {meals.map((meal) => (
          <section key={meal} aria-label={meal}>
            <Group justify="space-between">
              <Title order={3} size="h4">
                {meal}
              </Title>
              <MealEnergy {...totalsOf(eatenAt(log, meal))} />
            </Group>
            <ul className={rows.divided}>
              {eatenAt(log, meal).map((entry) => (
                <li key={entry.id}>
                  <EntryRow entry={entry} coachId={coachId} onOpen={null} />
                  {entry.foodId !== null && ownFoodIds.includes(entry.foodId) && (
                    <Group gap="xs" justify="space-between" pb="xs">
                      <Muted>{`Added by ${firstName}`}</Muted>
                      {!readOnly && <TakeOverLink coachId={coachId} clientId={clientId} foodId={entry.foodId} />}
                    </Group>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
        {comments.map((comment) => (
          <div key={comment.id}>
            <Muted>{['You', placeOf(log, comment), timeAgo(comment.at, timeZone)].filter(Boolean).join(', ')}</Muted>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{comment.text}</Text>
          </div>
        ))}
        {!readOnly && (
          <CommentForm coachId={coachId} clientId={clientId} firstName={firstName} day={day} meals={meals} />
        )}
      </Stack>
    </Dialog>
  );
}

/** Nothing for photos alone, which have no figures. */
const MealEnergy = ({ kcal, entries, uncounted }: DayTotals) => entries > uncounted && <Muted>{kcalText(kcal)}</Muted>;

/** Leads to the form of the coach's own foods, which asks for what the client left out. */
const TakeOverLink = ({ coachId, clientId, foodId }: { coachId: string; clientId: string; foodId: string }) => (
  <Button
    size="compact-sm"
    variant="default"
    renderRoot={(props) => (
      <Link to="/coach/$coachId/foods" params={{ coachId }} search={{ take: foodId, of: clientId }} {...props} />
    )}
  >
    Add to your foods
  </Button>
);

type CommentFormProps = Omit<FoodDayDialogProps, 'readOnly' | 'onClose'> & { meals: readonly string[] };

const WHOLE_DAY = 'day';

/** A comment on the day, on one of its meals, or on an entry. */
function CommentForm({ coachId, clientId, firstName, day: { log }, meals }: CommentFormProps) {
  const comment = useCommentOnFoodDay();
  const [id, renewId] = useState(newId);
  const [text, setText] = useState('');
  const [about, setAbout] = useState(WHOLE_DAY);
  const field = useRef<HTMLTextAreaElement>(null);
  const places = [
    { value: WHOLE_DAY, label: 'The whole day' },
    ...meals.flatMap((meal) => [
      { value: `meal ${meal}`, label: meal },
      ...eatenAt(log, meal).map((entry) => ({ value: `entry ${entry.id}`, label: `${meal}: ${entryName(entry)}` })),
    ]),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const place = {
      meal: about.startsWith('meal ') ? about.slice('meal '.length) : null,
      entryId: about.startsWith('entry ') ? about.slice('entry '.length) : null,
    };
    comment.mutateAsync({ coachId, clientId, day: log.id, comment: { id, ...place, text: text.trim() } }).then(
      () => {
        renewId(newId());
        setText('');
        // The button, which had the focus, is disabled without a text.
        field.current?.focus();
      },
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          label="Comment on"
          data={places}
          value={about}
          onChange={({ currentTarget }) => setAbout(currentTarget.value)}
        />
        <Textarea
          ref={field}
          label={`Comment for ${firstName}`}
          autosize
          minRows={2}
          maxLength={FOOD_LOG_BOUNDS.comment}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ProblemAlert error={comment.error} fallback="Your comment was not sent. Please try again." />
        <Group justify="flex-end">
          <Button type="submit" loading={comment.isPending} disabled={text.trim() === ''}>
            Send comment
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
