import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asName, nameIn } from './calendar.form.ts';
import { sessionClientsQuery } from './calendar.queries.ts';

type ClientPickerProps = { coachId: string; value: string; onChange: (who: string) => void; error: ReactNode };

/** Chooses a client, or takes the name of a person who is not a client. */
export function ClientPicker({ coachId, value, onChange, error }: ClientPickerProps) {
  const clients = useQuery(sessionClientsQuery(coachId));
  const [typed, setTyped] = useState('');
  const listed = clients.data ?? [];
  const typedName = nameIn(value);
  const isListed = listed.some(({ label }) => label.toLowerCase() === typed.trim().toLowerCase());
  const others = [
    ...(typedName === null ? [] : [{ value, label: typedName }]),
    // The session of a former client keeps its client.
    ...(typedName === null && value !== '' && clients.data && !listed.some((one) => one.value === value)
      ? [{ value, label: 'A former client' }]
      : []),
    ...(typed.trim() !== '' && !isListed && typed.trim() !== typedName
      ? [{ value: asName(typed.trim().slice(0, 120)), label: `${typed.trim()} (not a client)` }]
      : []),
  ];
  return (
    <Select
      size="md"
      label="With"
      placeholder={clients.isPending ? 'Loading your clients' : 'Name of a client or another person'}
      searchable
      openOnFocus={false}
      data={[...listed, ...others]}
      value={value || null}
      onChange={(who) => onChange(who ?? '')}
      onSearchChange={setTyped}
      nothingFoundMessage="Type a name"
      maxDropdownHeight={240}
      data-autofocus={value === '' || undefined}
      error={error ?? (clients.isError ? 'Your clients did not load. You can still type a name.' : undefined)}
    />
  );
}
