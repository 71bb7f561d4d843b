import { Badge } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CheckInStatus } from '@stridewell/contract/checkins/checkins.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkInStatusText } from '../../shared/figure-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { CheckInLink, CheckInLinks } from './check-in-links.tsx';
import { dueClientsQuery } from './checkins.queries.ts';

const TYPING_MS = 250;

/** Lists the clients to log a check-in for; those with a check-in due come first. */
export function ClientChooser({ coachId, today }: { coachId: string; today: string }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  return (
    <>
      <SearchInput label="Search by name" size="md" mb="md" value={typed} onChange={setTyped} />
      <QueryBoundary
        query={useQuery(dueClientsQuery(coachId, q))}
        failed="The list could not be loaded"
        fallback="Check your connection and try again."
        skeleton={240}
        isEmpty={({ clients }) => clients.length === 0}
        empty={
          <EmptyState title={q ? `No clients found for “${q}”` : 'No clients to check in yet'} role="status">
            {q ? 'Only current clients are searched.' : 'Clients appear here after they accept your invitation.'}
          </EmptyState>
        }
      >
        {({ clients }) => (
          <CheckInLinks>
            {clients.map(({ clientId, fullName, status }) => (
              <CheckInLink key={clientId} to={`/coach/${coachId}/client/${clientId}/check-in`} name={fullName}>
                <DueStatus status={status} today={today} />
              </CheckInLink>
            ))}
          </CheckInLinks>
        )}
      </QueryBoundary>
    </>
  );
}

const DUE_COLOR: Partial<Record<CheckInStatus['state'], string>> = { overdue: 'red', due: 'yellow' };

/** A badge only where a check-in is due. */
function DueStatus({ status, today }: { status: CheckInStatus | null; today: string }) {
  if (!status) return null;
  const text = checkInStatusText(status, today);
  const color = status.missed > 0 && status.state !== 'paused' ? 'red' : DUE_COLOR[status.state];
  return color ? <Badge color={color}>{text}</Badge> : <Muted span>{text}</Muted>;
}
