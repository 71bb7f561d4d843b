import { Checkbox, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { QueryBoundary } from '../ui/query-boundary.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { choosableClientsQuery } from './choosable-clients.ts';
import classes from './choose-clients.module.css';

const TYPING_MS = 200;
type ChooseClientsProps = {
  coachId: string;
  /** Names by id. */
  chosen: ReadonlyMap<string, string>;
  most: number;
  onToggle: (clientId: string, name: string) => void;
};

/** Chooses some of the coach's current clients. */
export function ChooseClients({ coachId, chosen, most, onToggle }: ChooseClientsProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const query = useQuery(choosableClientsQuery(coachId, q));
  return (
    <Field label="Clients">
      {(aria) => (
        <Stack gap="xs" role="group" {...aria}>
          <SearchInput label="Search clients" value={typed} onChange={setTyped} />
          <QueryBoundary
            query={query}
            failed="Your clients could not be loaded"
            skeleton={160}
            isEmpty={({ clients }) => clients.every(({ status }) => status !== 'active' && status !== 'paused')}
            empty={
              <EmptyState title={q ? `No clients found for “${q}”` : 'No clients yet'} role="status">
                {q ? 'Only current clients are searched.' : 'Clients appear here after they accept your invitation.'}
              </EmptyState>
            }
          >
            {({ clients }) => (
              <div className={classes.clients}>
                {clients
                  .filter(({ status }) => status === 'active' || status === 'paused')
                  .map(({ clientId, fullName }) => (
                    <Checkbox
                      key={clientId}
                      label={fullName}
                      checked={chosen.has(clientId)}
                      disabled={!chosen.has(clientId) && chosen.size >= most}
                      onChange={() => onToggle(clientId, fullName)}
                    />
                  ))}
              </div>
            )}
          </QueryBoundary>
        </Stack>
      )}
    </Field>
  );
}
