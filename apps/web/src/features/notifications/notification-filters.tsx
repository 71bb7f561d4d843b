import { Group, SegmentedControl } from '@mantine/core';
import { notificationGroupsFor } from '@stridewell/contract/notifications/notifications.rules';
import type { Side } from '@stridewell/contract/people.rules';
import classes from './notification-list.module.css';
import { groupLabel } from './notifications.messages.ts';
import type { NotificationSearch } from './notifications.search.ts';

type NotificationFiltersProps = {
  search: NotificationSearch;
  reader: Side;
  onChange: (change: Record<string, string>) => void;
};

/** Which notifications are listed. */
export function NotificationFilters({ search, reader, onChange }: NotificationFiltersProps) {
  return (
    <Group gap="sm" px="var(--inset)" pb="md">
      <SegmentedControl
        bg="var(--hover)"
        size="sm"
        aria-label="Read or unread"
        data={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: 'Unread' },
        ]}
        value={search.show ?? 'all'}
        onChange={(show) => onChange({ show })}
      />
      <div className={classes.groups}>
        <SegmentedControl
          bg="var(--hover)"
          size="sm"
          aria-label="About"
          data={[
            { value: 'everything', label: 'Everything' },
            ...notificationGroupsFor(reader).map((group) => ({ value: group, label: groupLabel(group, reader) })),
          ]}
          value={search.group ?? 'everything'}
          onChange={(group) => onChange({ group })}
        />
      </div>
    </Group>
  );
}
