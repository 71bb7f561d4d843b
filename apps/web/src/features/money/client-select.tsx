import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { billedClientsQuery } from './money.queries.ts';

type ClientSelectProps = SelectProps & { coachId: string };

/** Chooses one of the coach's current clients. */
export function ClientSelect({ coachId, ...selectProps }: ClientSelectProps) {
  const { data = [], isPending } = useQuery(billedClientsQuery(coachId));
  return (
    <Select
      size="md"
      label="Client"
      placeholder={isPending ? 'Loading your clients' : 'Choose a client'}
      searchable
      openOnFocus={false}
      data={data}
      nothingFoundMessage="No client with this name"
      maxDropdownHeight={240}
      {...selectProps}
    />
  );
}
