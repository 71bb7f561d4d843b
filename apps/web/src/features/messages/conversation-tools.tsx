import { Button, Chip, Group } from '@mantine/core';
import { SEARCH_MAX } from '@stridewell/contract/messages/messages.rules';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSearchText } from '../../lib/search-text.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import type { ConversationSearch } from './messages.search.ts';

/** Links to the page that writes to several clients at once. */
export const NewGroupMessage = ({ coachId }: { coachId: string }) => (
  <Button
    component={Link}
    to={`/coach/${coachId}/notifications`}
    variant="default"
    size="compact-md"
    flex="none"
    leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
  >
    New group message
  </Button>
);

type ConversationToolsProps = { search: ConversationSearch; onChange: (search: ConversationSearch) => void };

/** Search and the unread filter of the list. */
export function ConversationTools({ search, onChange }: ConversationToolsProps) {
  const { field, typed, type } = useSearchText(search.q ?? '', (q) => onChange({ ...search, q }));
  return (
    <Group gap="xs" wrap="nowrap" px={12} pb="xs">
      <SearchInput
        inputRef={field}
        label="Search names and messages"
        flex={1}
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={type}
      />
      <Chip
        size="sm"
        variant="light"
        checked={search.show === 'unread'}
        onChange={(isOn) => onChange({ ...search, q: typed, show: isOn ? 'unread' : undefined })}
      >
        Unread
      </Chip>
    </Group>
  );
}
