import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { importOptions } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_BOUNDS, PATTERN_LABELS } from '@stridewell/contract/exercises/exercises.rules';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { countLabel, numberText } from '../../lib/format.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { toast } from '../../lib/toasts.ts';
import { musclesText } from '../../shared/exercise-words.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import rows from '../../ui/rows.module.css';
import { useSchemaForm } from '../../ui/schema-form.ts';
import classes from './exercise-import.module.css';
import { type ImportContents, useDeleteExercises, useImportExercises } from './exercises.import.ts';

type ImportPreviewProps = {
  coachId: string;
  fileName: string;
  contents: ImportContents;
  /** Exercises that count towards the coach's limit. */
  ownCount: number;
  onBusy: (busy: boolean) => void;
  onBack: () => void;
  onClose: () => void;
};

/** Exercises that a file would add to the library, and the button that adds them. */
export function ImportPreview({ coachId, fileName, contents, ownCount, onBusy, onBack, onClose }: ImportPreviewProps) {
  const { added, known, problems } = contents;
  const { sent, send } = useImportExercises(coachId);
  const remove = useDeleteExercises(coachId);
  const [room] = useState(() => Math.max(0, EXERCISE_BOUNDS.own - ownCount));
  const undo = () =>
    void remove.mutateAsync(added.map(({ id }) => id)).then(
      () => toast.success('Import undone'),
      (error) => toast.error('The import was not undone', messageOf(error, 'Please try again.')),
    );
  const form = useSchemaForm(importOptions, {
    initialValues: { tag: 'Imported' },
    async submit({ tag }) {
      onBusy(true);
      try {
        await send.mutateAsync({ added, tag });
      } finally {
        onBusy(false);
      }
    },
    onDone() {
      toast.success(`${countLabel(added.length, 'exercise')} imported`, undefined, { label: 'Undo', run: undo });
      onClose();
    },
    fallback: 'The import stopped. Import again to add the rest; no exercise is added twice.',
  });
  const count = numberText(added.length);
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <Group justify="space-between" gap="xs" wrap="nowrap" mih={44}>
          <Text ref={takeFocus} tabIndex={-1} fw={600} truncate>
            {fileName}
          </Text>
          {!form.busy && (
            <Button variant="subtle" size="compact-md" flex="none" mih={44} onClick={onBack}>
              Choose another file
            </Button>
          )}
        </Group>
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
              {...form.getInputProps('tag')}
            />
            <Notice>
              This format does not say who should avoid an exercise. “Avoid for” stays empty, so check the exercises
              before you assign them to clients with injuries or other limits.
            </Notice>
          </>
        )}
        <ProblemAlert text={form.problem} />
        {(form.busy || form.problem) && (
          <div>
            <Progress value={(sent / added.length) * 100} aria-label="Imported exercises" mb={6} />
            <Muted role="status">
              {numberText(sent)} of {count} imported
            </Muted>
          </div>
        )}
        <DialogActions
          cancelLabel="Cancel"
          onCancel={() => !form.busy && onClose()}
          label={added.length === 0 ? 'Import exercises' : `Import ${countLabel(added.length, 'exercise')}`}
          busy={form.busy}
          disabled={added.length === 0 || added.length > room}
        />
      </Stack>
    </form>
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
