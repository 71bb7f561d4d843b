import { Button, Group, NativeSelect, type NativeSelectProps, Stack } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { usePhone } from '../lib/use-phone.ts';
import { FilterTabs } from './filter-tabs.tsx';
import { Muted } from './muted.tsx';
import { SearchInput } from './search-input.tsx';

type Choice = {
  /** Its name, for screen readers. */
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** A choice in a select. The empty value stands for all. */
export type ToolbarFilter = Choice & {
  data: NonNullable<NativeSelectProps['data']>;
  icon?: ReactNode;
  width?: number;
};

type ListToolbarProps = {
  /** The search field, usually with what `useSearchText` returns. */
  search?: { label: string; typed: string; type: (text: string) => void; field?: RefObject<HTMLInputElement | null> };
  /** The main choice, as tabs. */
  tabs?: Choice & { data: readonly { value: string; label: string }[] };
  tabsFirst?: boolean;
  sort?: ToolbarFilter;
  filters?: readonly ToolbarFilter[];
  /** Puts the filters of a phone behind a button while none of them is on. */
  folds?: boolean;
  /** How many the list has, like "3 leads". */
  count?: ReactNode;
  /** Fields and buttons after the filters. They fold with them. */
  children?: ReactNode;
  /** At the end, on every screen. */
  aside?: ReactNode;
};

/** Two in a row on a phone. */
const PHONE_HALF = { base: '1 1 calc(50% - 6px)', sm: 'none' };

/** Search, filters, order, count and actions above a list. */
export function ListToolbar(props: ListToolbarProps) {
  const { search, tabs, tabsFirst = false, sort, filters = [], folds = false, count, children, aside } = props;
  const isPhone = usePhone();
  const [opened, setOpened] = useState(false);
  const canFold = folds && isPhone;
  // A filter that is on never hides.
  const showsAll = !canFold || opened || filters.some(({ value }) => value !== '');
  const tabRow = tabs && <FilterTabs {...tabs} />;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        {tabsFirst && tabRow}
        {search && (
          <SearchInput
            label={search.label}
            flex={{ base: '1 1 100%', sm: '1 1 220px' }}
            maw={{ sm: 320 }}
            value={search.typed}
            onChange={search.type}
            {...(search.field && { inputRef: search.field })}
          />
        )}
        {!tabsFirst && tabRow}
        {sort && <Filter filter={sort} />}
        {canFold && (
          <Button
            variant="default"
            size="sm"
            flex={PHONE_HALF}
            leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} />}
            aria-expanded={showsAll}
            onClick={() => setOpened(!showsAll)}
          >
            Filters
          </Button>
        )}
        {showsAll && filters.map((filter) => <Filter key={filter.label} filter={filter} />)}
        {showsAll && children}
        {aside}
      </Group>
      {count && <Muted role="status">{count}</Muted>}
    </Stack>
  );
}

const Filter = ({ filter: { label, data, value, icon, width, onChange } }: { filter: ToolbarFilter }) => (
  <NativeSelect
    size="sm"
    flex={PHONE_HALF}
    aria-label={label}
    leftSection={icon}
    data={data}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...(width !== undefined && { w: { sm: width } })}
  />
);
