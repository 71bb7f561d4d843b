import { Box, Button, Checkbox, Group, ScrollArea, SegmentedControl, Text } from '@mantine/core';
import type { BroadcastClient } from '@stridewell/contract/messages/messages';
import { useState } from 'react';
import { SearchInput } from '../../ui/search-input.tsx';
import classes from './broadcast.module.css';
import { matching, RECIPIENT_FILTERS, type RecipientFilter } from './notifications.broadcasts.ts';

type BroadcastRecipientsProps = {
  clients: readonly BroadcastClient[];
  chosen: ReadonlySet<string>;
  initialFilter: RecipientFilter;
  onChange: (chosen: ReadonlySet<string>) => void;
};

/** Chooses the recipients of a group message, by filter or one by one. */
export function BroadcastRecipients({ clients, chosen, initialFilter, onChange }: BroadcastRecipientsProps) {
  const [filter, setFilter] = useState(initialFilter);
  const [typed, setTyped] = useState('');
  const shown = matching(clients, filter, typed);
  const possible = shown.filter(({ readOnly }) => !readOnly);
  const allChosen = possible.length > 0 && possible.every(({ clientId }) => chosen.has(clientId));
  const choose = (ids: readonly string[], wanted: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (wanted) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  return (
    <>
      <SearchInput label="Search clients by name" value={typed} onChange={setTyped} />
      <div className={classes.filters}>
        <SegmentedControl
          bg="var(--hover)"
          size="sm"
          aria-label="Which clients"
          data={RECIPIENT_FILTERS}
          value={filter}
          onChange={(value) => setFilter(RECIPIENT_FILTERS.find((one) => one.value === value)?.value ?? 'active')}
        />
      </div>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Text size="sm" fw={600} role="status">
          {chosen.size} of {clients.length} selected
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={possible.length === 0}
          onClick={() =>
            choose(
              possible.map(({ clientId }) => clientId),
              !allChosen,
            )
          }
        >
          {allChosen ? 'Clear' : `Select all ${possible.length}`}
        </Button>
      </Group>
      <ScrollArea.Autosize mah={380} type="auto" viewportProps={{ tabIndex: -1 }}>
        {/* Room for the focus ring, which the scrolled area would cut off. */}
        <Box component="ul" p={2} aria-label="Clients">
          {shown.map(({ clientId, fullName, readOnly, needsAttention, status }) => (
            <li key={clientId}>
              <Checkbox
                classNames={{ root: classes.choice, body: classes.choiceBody, labelWrapper: classes.choiceLabel }}
                label={fullName}
                description={
                  readOnly
                    ? 'Read-only: not covered by your plan'
                    : status === 'paused'
                      ? 'Paused'
                      : needsAttention && 'Needs attention'
                }
                disabled={readOnly}
                checked={chosen.has(clientId)}
                onChange={({ currentTarget: { checked } }) => choose([clientId], checked)}
              />
            </li>
          ))}
        </Box>
        {shown.length === 0 && (
          <Text c="dimmed" size="sm" py="lg" ta="center">
            {typed.trim() ? `No clients found for “${typed.trim()}”` : 'No clients here'}
          </Text>
        )}
      </ScrollArea.Autosize>
    </>
  );
}
