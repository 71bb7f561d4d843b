import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import type { PainFlag, PerformedExercise, PersonalRecord, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { PAIN_LEVEL_LABELS, PAIN_PART_LABELS } from '@stridewell/contract/workouts/workouts.rules';
import { shownExercises } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { IconMessagePlus } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import classes from './client-workouts.module.css';
import { RecordLine } from './record-line.tsx';
import type { Comment } from './workout-comments.tsx';
import { rowsOf, type SetRow } from './workouts.editing.ts';
import { recordText, setResult, targetText } from './workouts.wording.ts';

type LogDetailsProps = {
  log: WorkoutLog;
  records: readonly PersonalRecord[];
  comments: readonly Comment[];
  units: UnitSystem;
  onExercise: (exercise: PerformedExercise) => void;
  /** The form for a comment on one set; null where the coach can only read. */
  commentForm: ((setId: string, onSent: () => void) => ReactNode) | null;
};

/** A logged workout for the coach: each set as it was planned and as it was done, with what was said about it. */
export function LogDetails({ log, records, units, onExercise, ...rest }: LogDetailsProps) {
  const { head } = log;
  return (
    <Stack gap="md">
      {head.pains
        .filter(({ deleted }) => !deleted)
        .map((flag) => (
          <ProblemAlert key={flag.id} text={painText(log, flag)} />
        ))}
      {shownExercises(log).map((exercise) => (
        <div key={exercise.key}>
          <Title order={3}>
            <Anchor component="button" type="button" c="inherit" inherit onClick={() => onExercise(exercise)}>
              {exercise.name}
            </Anchor>
          </Title>
          {exercise.swappedFrom && <Muted>Instead of {exercise.swappedFrom}</Muted>}
          <SetTable {...rest} log={log} exercise={exercise} units={units} />
          <RecordLine text={recordText(log, exercise.key, records, units)} />
        </div>
      ))}
      {head.note && <Text style={{ whiteSpace: 'pre-wrap' }}>“{head.note}”</Text>}
    </Stack>
  );
}

/** Where it hurt, during which exercise, and how badly. */
function painText({ head }: WorkoutLog, { part, level, exerciseKey, note }: PainFlag): string {
  const exercise = head.exercises.find(({ key }) => key === exerciseKey);
  const where = exercise ? `${PAIN_PART_LABELS[part]}, during ${exercise.name}` : PAIN_PART_LABELS[part];
  return `${where}. ${PAIN_LEVEL_LABELS[level]}.${note ? ` “${note}”` : ''}`;
}

type SetTableProps = Pick<LogDetailsProps, 'log' | 'comments' | 'units' | 'commentForm'> & {
  exercise: PerformedExercise;
};

function SetTable({ log, exercise, comments, units, commentForm }: SetTableProps) {
  const [writingOn, setWritingOn] = useState<string | null>(null);
  const timeZone = useTimeZone();
  const rows = rowsOf(log, exercise, [], units);
  if (rows.length === 0) return <Muted>No sets</Muted>;
  return (
    <table className={classes.sets}>
      <thead>
        <tr>
          <th scope="col">Set</th>
          <th scope="col">Planned</th>
          <th scope="col">Done</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const own = comments.filter(({ setId }) => setId === row.id);
          const isWriting = writingOn === row.id && commentForm;
          return (
            <Fragment key={row.id}>
              <tr>
                <th scope="row">{row.target?.kind === 'warm_up' ? 'W' : index + 1}</th>
                <td>{row.target ? targetText(row.target, units) : 'Added'}</td>
                <td>{resultText(row, log, units)}</td>
                <td>
                  {commentForm && row.logged && (
                    <IconButton
                      label={`Comment on ${exercise.name}, set ${index + 1}`}
                      icon={IconMessagePlus}
                      aria-expanded={writingOn === row.id}
                      onClick={() => setWritingOn(writingOn === row.id ? null : row.id)}
                    />
                  )}
                </td>
              </tr>
              {(own.length > 0 || isWriting) && (
                <tr>
                  <td />
                  <td colSpan={3}>
                    {own.map(({ id, text, at }) => (
                      <div key={id}>
                        <Muted>You, {timeAgo(at, timeZone)}</Muted>
                        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                          {text}
                        </Text>
                      </div>
                    ))}
                    {isWriting && commentForm(row.id, () => setWritingOn(null))}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function resultText({ logged }: SetRow, { head }: WorkoutLog, units: UnitSystem): string {
  if (logged?.done) return setResult(logged, units) || 'Done';
  return head.finishedAt === null ? 'Not yet' : 'Not done';
}
