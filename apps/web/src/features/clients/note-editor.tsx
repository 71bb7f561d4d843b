import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { ClientNote } from '@stridewell/contract/clients/clients.overview.rules';
import { NOTE_MAX } from '@stridewell/contract/clients/clients.timeline.rules';
import { type FormEvent, useState } from 'react';
import { readDraft, saveDraft } from '../../device/drafts.ts';
import { messageOf } from '../../lib/errors.ts';
import { numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSaveNote } from './clients.queries.ts';

type NoteEditorProps = {
  coachId: string;
  clientId: string;
  today: string;
  /** The note to edit; left out for a new one. */
  note?: ClientNote;
  onDone?: () => void;
};

/** Longer notes show how many characters are left. */
const NEARLY_FULL = NOTE_MAX - 500;

/** Writes a note. Typed text stays in this tab until it is saved. */
export function NoteEditor({ coachId, clientId, today, note, onDone }: NoteEditorProps) {
  const draft = `${coachId}.note.${note?.id ?? clientId}`;
  const [text, setText] = useState(() => readDraft(draft) || (note?.text ?? ''));
  const [day, setDay] = useState(note?.day ?? today);
  const [pinned, setPinned] = useState(note?.pinned ?? false);
  // One id for all tries, so that a retry saves no second note.
  const [id, setId] = useState(() => note?.id ?? newId());
  const save = useSaveNote(coachId, clientId);
  const written = text.trim();
  const tooLong = written.length > NOTE_MAX;
  const write = (value: string) => {
    setText(value);
    saveDraft(draft, value === note?.text ? '' : value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!written || tooLong || save.isPending) return;
    save.mutate(
      { id, text: written, day: day || today, pinned },
      {
        onSuccess() {
          saveDraft(draft, '');
          if (onDone) return onDone();
          setText('');
          setPinned(false);
          setDay(today);
          setId(newId());
        },
      },
    );
  };
  const cancel = () => {
    saveDraft(draft, '');
    onDone?.();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          size="md"
          aria-label={note ? 'Edit the note' : 'New note'}
          placeholder="Only you can read this"
          autosize
          minRows={3}
          maxRows={20}
          autoFocus={note !== undefined}
          value={text}
          onChange={({ currentTarget: { value } }) => write(value)}
          error={tooLong && `${numberText(written.length - NOTE_MAX)} characters too many`}
          description={
            !tooLong && written.length > NEARLY_FULL
              ? `${numberText(NOTE_MAX - written.length)} characters left`
              : undefined
          }
        />
        <ProblemAlert
          text={
            save.error && `The note was not saved, and it is kept here. ${messageOf(save.error, 'Please try again.')}`
          }
        />
        <Group justify="space-between" gap="sm">
          <Group gap="md">
            <TextInput
              size="sm"
              type="date"
              aria-label="Day the note is about"
              value={day}
              onChange={({ currentTarget: { value } }) => setDay(value)}
            />
            <Checkbox
              label="Pin to the top"
              checked={pinned}
              onChange={({ currentTarget: { checked } }) => setPinned(checked)}
            />
          </Group>
          <Group gap="xs">
            {note && (
              <Button variant="default" onClick={cancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" disabled={!written || tooLong} loading={save.isPending}>
              Save note
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
