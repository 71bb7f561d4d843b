import { Badge, Button, Group, Skeleton, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type { PerformedExercise } from '@stridewell/contract/workouts/workouts';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { exerciseRef } from '@stridewell/contract/workouts/workouts.records.rules';
import { HISTORY_SOURCE_LABELS, WORKOUT_BOUNDS } from '@stridewell/contract/workouts/workouts.rules';
import { setCountText } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { countLabel, dayText, timeAgo, volumeText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { workoutCountText } from '../../shared/figure-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { late } from '../../ui/late.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import classes from './client-workouts.module.css';
import { LogDetails } from './log-details.tsx';
import { nameOfSet } from './workout-comments.tsx';
import {
  clientExerciseQuery,
  clientWorkoutQuery,
  clientWorkoutsQuery,
  useCommentOnWorkout,
} from './workouts.queries.ts';

const ExerciseProgress = late(async () => (await import('./exercise-progress.tsx')).ExerciseProgress);

type ClientWorkoutsProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  units: UnitSystem;
  readOnly: boolean;
};

/** Workouts of a client, for the coach. */
export function ClientWorkouts({ coachId, clientId, firstName, units, readOnly }: ClientWorkoutsProps) {
  const query = useInfiniteQuery(clientWorkoutsQuery(coachId, clientId));
  const [open, setOpen] = useState<string | null>(null);
  return (
    <QueryBoundary query={query} failed="The workouts could not be loaded" skeleton={240}>
      {({ pages }) => {
        const workouts = pages.flatMap((page) => page.workouts);
        const adherence = pages[0]?.adherence ?? { done: 0, due: 0 };
        return (
          <SectionCard title="Workouts">
            {adherence.due > 0 && (
              <StatTile
                small
                label={FIGURES.workouts}
                value={`${workoutPercent(adherence)}%`}
                note={workoutCountText(adherence)}
              />
            )}
            {workouts.length === 0 ? (
              <Muted mt="sm">Finished workouts are listed here, with every set.</Muted>
            ) : (
              <ul className={`${rows.divided} ${classes.list}`}>
                {workouts.map(
                  ({
                    id,
                    name,
                    day,
                    sets,
                    plannedSets,
                    volumeKg,
                    finishedAt,
                    records,
                    pains,
                    comments,
                    importedFrom,
                  }) => (
                    <li key={id}>
                      <UnstyledButton className={rows.link} onClick={() => setOpen(id)}>
                        <Stack gap={0} flex={1} miw={0}>
                          <Text fw={600}>{name}</Text>
                          <Muted>
                            {dayText(day, { weekday: 'short', month: 'short', day: 'numeric' })},{' '}
                            {setCountText({ sets, plannedSets })}
                            {volumeKg > 0 && `, ${volumeText(volumeKg, units)}`}
                            {importedFrom && `, from ${HISTORY_SOURCE_LABELS[importedFrom]}`}
                            {comments > 0 && `, ${countLabel(comments, 'comment')}`}
                          </Muted>
                        </Stack>
                        {finishedAt === null && <Badge color="gray">Not finished</Badge>}
                        {records > 0 && <Badge>{countLabel(records, 'record')}</Badge>}
                        {pains > 0 && <Badge color="red">Pain</Badge>}
                      </UnstyledButton>
                    </li>
                  ),
                )}
              </ul>
            )}
            <LoadMore query={query} label="Show older" failed="Older workouts could not be loaded" />
            {open && (
              <WorkoutDialog
                coachId={coachId}
                clientId={clientId}
                firstName={firstName}
                units={units}
                readOnly={readOnly}
                logId={open}
                onClose={() => setOpen(null)}
              />
            )}
          </SectionCard>
        );
      }}
    </QueryBoundary>
  );
}

type WorkoutDialogProps = ClientWorkoutsProps & { logId: string; onClose: () => void };

function WorkoutDialog({ coachId, clientId, firstName, units, readOnly, logId, onClose }: WorkoutDialogProps) {
  const timeZone = useTimeZone();
  const { data, error, isError, refetch } = useQuery(clientWorkoutQuery(coachId, clientId, logId));
  const [exercise, setExercise] = useState<PerformedExercise | null>(null);
  return (
    <Dialog opened onClose={onClose} title={data?.log.head.name ?? 'Workout'} size="lg">
      {!data && !isError && <Skeleton height={240} />}
      {isError && <LoadError title="This workout could not be loaded" error={error} onRetry={refetch} />}
      {data && (
        <Stack gap="md">
          <LogDetails
            log={data.log}
            records={data.records}
            comments={data.comments}
            units={units}
            onExercise={setExercise}
            commentForm={
              readOnly
                ? null
                : (setId, onSent) => (
                    <CommentForm
                      coachId={coachId}
                      clientId={clientId}
                      logId={logId}
                      setId={setId}
                      onSent={onSent}
                      label={`Comment on ${nameOfSet(data.log, setId) ?? 'this set'}`}
                    />
                  )
            }
          />
          {data.comments
            .filter(({ setId }) => nameOfSet(data.log, setId) === null)
            .map(({ id, text, at }) => (
              <div key={id}>
                <Muted>You, {timeAgo(at, timeZone)}</Muted>
                <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
              </div>
            ))}
          {exercise && (
            <ExerciseProgress
              name={exercise.name}
              query={clientExerciseQuery(coachId, clientId, exerciseRef(exercise))}
              units={units}
              onClose={() => setExercise(null)}
            />
          )}
          {!readOnly && (
            <CommentForm
              coachId={coachId}
              clientId={clientId}
              logId={logId}
              setId={null}
              label={`Comment for ${firstName}`}
            />
          )}
        </Stack>
      )}
    </Dialog>
  );
}

type CommentFormProps = Pick<ClientWorkoutsProps, 'coachId' | 'clientId'> & {
  logId: string;
  /** Null for the whole workout. */
  setId: string | null;
  label: string;
  onSent?: () => void;
};

/** A remark on the workout, or on one of its sets. */
function CommentForm({ coachId, clientId, logId, setId, label, onSent }: CommentFormProps) {
  const comment = useCommentOnWorkout();
  const [id, renewId] = useState(newId);
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    comment.mutateAsync({ coachId, clientId, logId, comment: { id, setId, text: text.trim() } }).then(
      () => {
        renewId(newId());
        setText('');
        onSent?.();
      },
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxLength={WORKOUT_BOUNDS.comment}
          autoFocus={setId !== null}
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
