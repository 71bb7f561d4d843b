import { Button, Center, CloseButton, Skeleton, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/load-error.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { ClientNoteItem } from './client-note-item.tsx';
import classes from './client-notes.module.css';
import { notesQuery } from './clients.queries.ts';
import { NoteEditor } from './note-editor.tsx';

type ClientNotesProps = { coachId: string; clientId: string; firstName: string; today: string };

const TYPING_MS = 250;

/** What the coach writes down for themselves. */
export function ClientNotes({ coachId, clientId, firstName, today }: ClientNotesProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const query = useInfiniteQuery({ ...notesQuery(coachId, clientId, q), placeholderData: keepPreviousData });
  const notes = query.data?.pages.flatMap((page) => page.notes) ?? [];
  return (
    <Stack gap="lg" className={classes.notes}>
      <SectionCard title="New note">
        <NoteEditor coachId={coachId} clientId={clientId} today={today} />
      </SectionCard>
      <SectionCard
        title="Notes"
        aside={
          <TextInput
            size="sm"
            type="search"
            aria-label="Search notes"
            placeholder="Search notes"
            maxLength={120}
            leftSection={<IconSearch size={16} stroke={1.75} />}
            rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => setTyped('')} />}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        }
      >
        <VisuallyHidden role="status">
          {query.isFetching ? '' : `${notes.length} ${notes.length === 1 ? 'note' : 'notes'}`}
        </VisuallyHidden>
        {query.isError && notes.length === 0 ? (
          <LoadError title="The notes could not be loaded" error={query.error} onRetry={() => query.refetch()} />
        ) : query.isPending ? (
          <Stack gap="md" aria-busy="true" aria-label="Loading the notes">
            <Skeleton h={64} />
            <Skeleton h={64} />
          </Stack>
        ) : notes.length === 0 ? (
          <Text c="dimmed">
            {q ? `No note says “${q}”.` : `What you write about ${firstName} will be here. Only you can read it.`}
          </Text>
        ) : (
          <ul className={classes.list}>
            {notes.map((note) => (
              <ClientNoteItem key={note.id} coachId={coachId} clientId={clientId} note={note} today={today} />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Center mt="md">
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
            >
              Show more
            </Button>
          </Center>
        )}
      </SectionCard>
    </Stack>
  );
}
