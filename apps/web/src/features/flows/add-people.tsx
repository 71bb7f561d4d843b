import { Button, Checkbox, Group, ScrollArea, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MOST_ADDED } from '@stridewell/contract/flows/flows.sequences.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { candidatesQuery, useStartSequence } from './flows.sequences.ts';
import { peopleText } from './flows.words.ts';

type AddPeopleProps = { coachId: string; sequenceId: string; onClose: () => void };

/** Adds clients or leads to a flow by hand. */
export function AddPeople({ coachId, sequenceId, onClose }: AddPeopleProps) {
  const [q, setQ] = useState('');
  const [searched] = useDebouncedValue(q, 200);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const start = useStartSequence(coachId, sequenceId);
  const add = () =>
    start.mutate([...chosen], {
      onSuccess({ started, skipped }) {
        const left = skipped > 0 ? `${peopleText(skipped)} skipped, because they are in it or cannot be.` : '';
        toast.success(`Added ${peopleText(started)}`, left);
        onClose();
      },
    });
  return (
    <Dialog opened onClose={onClose} title="Add people to this flow">
      <Stack gap="md">
        <SearchInput label="Search by name" value={q} onChange={setQ} />
        <QueryBoundary
          query={useQuery(candidatesQuery(coachId, sequenceId, searched))}
          failed="The people could not be loaded"
          skeleton={160}
          isEmpty={({ people }) => people.length === 0}
          empty={<Muted>No matching people.</Muted>}
        >
          {({ people }) => (
            <ScrollArea.Autosize mah={320}>
              <Checkbox.Group label="People" value={[...chosen]} onChange={setChosen}>
                <Stack gap="xs" mt="xs">
                  {people.map(({ personId, name }) => (
                    <Checkbox key={personId} value={personId} label={name} />
                  ))}
                </Stack>
              </Checkbox.Group>
            </ScrollArea.Autosize>
          )}
        </QueryBoundary>
        <ProblemAlert error={start.error} fallback="No one was added. Please try again." />
        <Group justify="flex-end">
          <Button disabled={chosen.length === 0 || chosen.length > MOST_ADDED} loading={start.isPending} onClick={add}>
            Add {chosen.length > 0 ? peopleText(chosen.length) : 'people'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
