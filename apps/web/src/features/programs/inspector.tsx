import { Stack } from '@mantine/core';
import { late } from '../../ui/late.tsx';
import { DayPanel } from './day-panel.tsx';
import { PastPanel } from './past-panel.tsx';
import { useBuilder, useEditor } from './programs.context.ts';
import type { EditorState } from './programs.editor.ts';
import { daysOf, findDay, findExercise, findWeek } from './programs.edits.ts';
import { VolumePanel } from './volume-panel.tsx';

const ExercisePanel = late(async () => (await import('./exercise-panel.tsx')).ExercisePanel);

/** The week of the cursor; the first one when it has none. */
const weekKeyAt = ({ program, cursor }: EditorState): string => {
  const found =
    cursor.at === 'week'
      ? findWeek(program, cursor.key)
      : cursor.at === 'exercise'
        ? findExercise(program, cursor.key)
        : findDay(program, cursor.key);
  return (found ?? daysOf(program)[0])?.week.key ?? '';
};

/** Details of what has the focus in the grid, and the training volume of its week. */
export function Inspector() {
  const cursor = useEditor((state) => state.cursor);
  const weekKey = useEditor(weekKeyAt);
  const isPast = useBuilder().editor.isPast(cursor);
  return (
    <Stack gap="lg">
      {isPast ? (
        <PastPanel place={cursor} />
      ) : (
        <>
          {cursor.at === 'exercise' && <ExercisePanel key={cursor.key} exerciseKey={cursor.key} />}
          {(cursor.at === 'day' || cursor.at === 'add') && <DayPanel key={cursor.key} dayKey={cursor.key} />}
        </>
      )}
      <VolumePanel weekKey={weekKey} />
    </Stack>
  );
}
