import { Button, Stack } from '@mantine/core';
import {
  CONTACT_FILTER_LABELS,
  CONTACT_FILTERS,
  CONTACT_KIND_LABELS,
  CONTACT_KINDS,
} from '@stridewell/contract/contacts/contacts.rules';
import { IconDownload } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchText } from '../../lib/search-text.ts';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { contactOperatorsQuery, contactsFileUrl } from './contacts.queries.ts';
import type { ContactsSearch } from './contacts.search.ts';

const FILTERS = CONTACT_FILTERS.map((value) => ({ value, label: CONTACT_FILTER_LABELS[value] }));
const KINDS = [
  { value: '', label: 'All forms' },
  ...CONTACT_KINDS.map((value) => ({ value, label: CONTACT_KIND_LABELS[value] })),
];

type ContactsToolbarProps = {
  search: ContactsSearch;
  userId: string;
  onSearch: (search: Record<string, unknown>) => void;
};

/** Tabs, search and filters of the inbox, and its file. */
export function ContactsToolbar({ search, userId, onSearch }: ContactsToolbarProps) {
  const { data } = useSuspenseQuery(contactOperatorsQuery());
  // The open contact may not be in the new list.
  const change = (changes: Record<string, unknown>) => onSearch({ ...search, contact: undefined, ...changes });
  const text = useSearchText(search.q ?? '', (q) => change({ q }));
  const assignees = [
    { value: '', label: 'Any assignee' },
    { value: userId, label: 'Assigned to you' },
    { value: 'none', label: 'Not assigned' },
    ...data.operators.filter(({ id }) => id !== userId).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Stack gap="sm">
      <FilterTabs
        label="Status"
        data={FILTERS}
        value={search.filter ?? 'unanswered'}
        onChange={(filter) => change({ filter })}
      />
      <ListToolbar
        search={{ label: 'Search contacts', ...text }}
        filters={[
          { label: 'Form', data: KINDS, value: search.kind ?? '', onChange: (kind) => change({ kind }) },
          {
            label: 'Assignee',
            data: assignees,
            value: search.assignee ?? '',
            onChange: (assignee) => change({ assignee }),
          },
        ]}
      >
        <Button
          component="a"
          href={contactsFileUrl(search)}
          download
          variant="default"
          size="sm"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        >
          Download as CSV
        </Button>
      </ListToolbar>
    </Stack>
  );
}
