import { Text, TextInput } from '@mantine/core';
import { type Exercise, importOptions } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_BOUNDS, PATTERN_LABELS } from '@stridewell/contract/exercises/exercises.rules';
import { type ReactNode, useState } from 'react';
import { countLabel, numberText } from '../../lib/format.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { musclesText } from '../../shared/exercise-words.ts';
import { ImportPreview } from '../../ui/import-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import rows from '../../ui/rows.module.css';
import { type ImportSteps, useImport } from '../../ui/use-import.ts';
import type { ExerciseSource } from './exercise-file-form.tsx';
import classes from './exercise-import.module.css';
import { type ImportContents, sendExercises, sortEntries } from './exercises.import.ts';
import type { FileEntry } from './exercises.import-file.ts';

const NOTHING: ImportContents = { added: [], known: [], problems: [], room: 0 };

type ExerciseImportPreviewProps = {
  coachId: string;
  file: ExerciseSource;
  library: readonly Exercise[];
  steps: ImportSteps;
};

/** Exercises that a file would add to the library, and the button that adds them. */
export function ExerciseImportPreview({ coachId, file, library, steps }: ExerciseImportPreviewProps) {
  const [typed, setTyped] = useState('Imported');
  const options = importOptions.safeParse({ tag: typed });
  // With the library as it was: exercises that this import adds must not count as known while it runs.
  const [parse] = useState(() => (entries: readonly FileEntry[]) => sortEntries(entries, library));
  const task = useImport({
    steps,
    source: file.entries,
    parse,
    send: ({ added }, onSent) => sendExercises({ coachId, added, tag: options.data?.tag ?? '' }, onSent),
    doneText: (count) => `${countLabel(count, 'exercise')} imported`,
    async undo({ added }) {
      await rpc.exercises.deleteExercises({ coachId, exerciseIds: added.map(({ id }) => id) });
      return undefined;
    },
    changedKeys: [orpc.exercises.key()],
  });
  const { added, known, problems, room } = task.table ?? NOTHING;
  const count = numberText(added.length);
  return (
    <ImportPreview
      steps={steps}
      task={task}
      title={file.name}
      label={added.length === 0 ? 'Import exercises' : `Import ${countLabel(added.length, 'exercise')}`}
      disabled={added.length === 0 || added.length > room || !options.success}
      fallback="The import stopped. Import again to add the rest; no exercise is added twice."
      progress={{
        label: 'Imported exercises',
        total: added.length,
        note: `${numberText(task.sent)} of ${count} imported`,
      }}
    >
      {task.table && (
        <div className={rows.divided}>
          <Fold label={`${count} new`} none="No new exercises">
            {added.map(({ id, exercise: { name, pattern, primary } }) => (
              <Row key={id} name={name} note={`${PATTERN_LABELS[pattern]}, ${musclesText(primary)}`} />
            ))}
          </Fold>
          <Fold label={`${numberText(known.length)} already in your library, skipped`} none="None in your library yet">
            {known.map((name) => (
              <Row key={name} name={name} />
            ))}
          </Fold>
          <Fold label={`${numberText(problems.length)} with problems, skipped`} none="No problems found">
            {problems.map(({ name, problem }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names can repeat in it.
              <Row key={index} name={name} note={problem} />
            ))}
          </Fold>
        </div>
      )}
      {added.length > room && (
        <ProblemAlert
          text={`Your library has room for ${countLabel(room, 'more exercise')}, and this file has ${count} new ones. Delete some of your own, or import a smaller file.`}
        />
      )}
      {added.length > 0 && (
        <>
          <TextInput
            label="Tag"
            description="Added to each imported exercise, so that you can find them. Leave it empty for none."
            maxLength={EXERCISE_BOUNDS.tag}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={options.error?.issues[0]?.message}
          />
          <Notice>
            This format does not say who should avoid an exercise. “Avoid for” stays empty, so check the exercises
            before you assign them to clients with injuries or other limits.
          </Notice>
        </>
      )}
    </ImportPreview>
  );
}

/** A foldable list. It renders its rows once it is open, because there can be thousands. */
function Fold({ label, none, children }: { label: string; none: string; children: ReactNode[] }) {
  const [opened, setOpened] = useState(false);
  if (children.length === 0) return <Text className={classes.none}>{none}</Text>;
  return (
    <details className={classes.fold} open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{label}</summary>
      {opened && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        <ul tabIndex={0} aria-label={label}>
          {children}
        </ul>
      )}
    </details>
  );
}

const Row = ({ name, note }: { name: string; note?: string }) => (
  <li>
    {name}
    {note && <Muted>{note}</Muted>}
  </li>
);
