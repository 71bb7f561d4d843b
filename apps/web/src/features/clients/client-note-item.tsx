import { Anchor, Box, Group, Text } from '@mantine/core';
import type { ClientNote } from '@stridewell/contract/clients/clients.overview.rules';
import { excerptOf } from '@stridewell/contract/messages/messages.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { IconPencil, IconPin, IconPinFilled, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useDeleteNote, useSaveNote } from './clients.queries.ts';
import { NoteEditor } from './note-editor.tsx';

type ClientNoteItemProps = { coachId: string; clientId: string; note: ClientNote; today: string };

/** A longer note opens on demand. */
const SHOWN_LINES = 12;
const LINE_LENGTH = 40;
const isLong = (text: string) =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0) > SHOWN_LINES;

export function ClientNoteItem({ coachId, clientId, note, today }: ClientNoteItemProps) {
  const [editing, setEditing] = useState(false);
  const [open, setOpen] = useState(false);
  const save = useSaveNote(coachId, clientId);
  const remove = useDeleteNote(coachId, clientId);
  const excerpt = excerptOf(note.text, 40);
  const failed = (error: unknown) => toast.error('Nothing was changed', messageOf(error, 'Please try again.'));
  // Awaited, because callbacks do not run once the note has left the list.
  const setRemoved = async (removed: boolean) => {
    try {
      await remove.mutateAsync({ id: note.id, removed });
      if (removed) toast.success('Note deleted', undefined, { label: 'Undo', run: () => void setRemoved(false) });
    } catch (error) {
      failed(error);
    }
  };
  if (editing) {
    return (
      <Box component="li" py={14}>
        <NoteEditor coachId={coachId} clientId={clientId} today={today} note={note} onDone={() => setEditing(false)} />
      </Box>
    );
  }
  return (
    <Box component="li" py={14}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Muted>
          {note.pinned && <IconPinFilled size={14} aria-label="Pinned," />} {relativeDayLabel(note.day, today)}
        </Muted>
        <Group gap={2} wrap="nowrap">
          <IconButton
            label={`${note.pinned ? 'Unpin' : 'Pin'} “${excerpt}”`}
            icon={note.pinned ? IconPinFilled : IconPin}
            loading={save.isPending}
            onClick={() => save.mutate({ ...note, pinned: !note.pinned }, { onError: failed })}
          />
          <IconButton label={`Edit “${excerpt}”`} icon={IconPencil} onClick={() => setEditing(true)} />
          <IconButton
            label={`Delete “${excerpt}”`}
            icon={IconTrash}
            loading={remove.isPending}
            onClick={() => void setRemoved(true)}
          />
        </Group>
      </Group>
      <Text style={{ whiteSpace: 'pre-line' }} {...(!open && { lineClamp: SHOWN_LINES })}>
        {note.text}
      </Text>
      {isLong(note.text) && (
        <Anchor component="button" type="button" size="sm" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? 'Show less' : 'Show all'}
        </Anchor>
      )}
    </Box>
  );
}
