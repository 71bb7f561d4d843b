import { Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import columns from '../../ui/columns.module.css';
import { LoadMore } from '../../ui/load-more.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { SearchInput } from '../../ui/search-input.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ClientNoteItem } from './client-note-item.tsx';
import { notesQuery } from './clients.queries.ts';
import { NoteEditor } from './note-editor.tsx';

type ClientNotesProps = { coachId: string; clientId: string; firstName: string; today: string };

const TYPING_MS = 250;

/** The coach's private notes about a client. */
export function ClientNotes({ coachId, clientId, firstName, today }: ClientNotesProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const query = useInfiniteQuery({ ...notesQuery(coachId, clientId, q), placeholderData: keepPreviousData });
  const notes = query.data?.pages.flatMap((page) => page.notes) ?? [];
  return (
    <div className={columns.columns} data-wide>
      <div className={columns.side}>
        <SectionCard title="New note">
          <NoteEditor coachId={coachId} clientId={clientId} today={today} />
        </SectionCard>
      </div>
      <SectionCard title="Notes" aside={<SearchInput label="Search notes" value={typed} onChange={setTyped} />}>
        <VisuallyHidden role="status">{query.isFetching ? '' : countLabel(notes.length, 'note')}</VisuallyHidden>
        <QueryBoundary
          query={query}
          failed="The notes could not be loaded"
          loading="Loading the notes"
          skeleton={160}
          isEmpty={() => notes.length === 0}
          empty={
            <Text c="dimmed">
              {q ? `No notes match “${q}”.` : `Your notes about ${firstName} will appear here. Only you can read them.`}
            </Text>
          }
        >
          {() => (
            <ul className={rows.divided}>
              {notes.map((note) => (
                <ClientNoteItem key={note.id} coachId={coachId} clientId={clientId} note={note} today={today} />
              ))}
            </ul>
          )}
        </QueryBoundary>
        <LoadMore query={query} label="Show more" failed="More notes could not be loaded" />
      </SectionCard>
    </div>
  );
}
