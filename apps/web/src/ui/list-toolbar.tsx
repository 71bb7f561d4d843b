import { Group, NativeSelect, type NativeSelectProps, Stack } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Muted } from './muted.tsx';
import { SearchInput } from './search-input.tsx';

/** A choice in a select. The empty value stands for all. */
export type ToolbarFilter = {
  /** Its name, for screen readers. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  data: NonNullable<NativeSelectProps['data']>;
  icon?: ReactNode;
  width?: number;
};

type ListToolbarProps = {
  /** The search field, usually with what `useSearchText` returns. */
  search?: { label: string; typed: string; type: (text: string) => void; field?: RefObject<HTMLInputElement | null> };
  /** The main choice, as `FilterTabs`. */
  tabs?: ReactNode;
  tabsFirst?: boolean;
  sort?: ToolbarFilter;
  filters?: readonly ToolbarFilter[];
  /** How many the list has, like "3 leads". */
  count?: ReactNode;
  /** Further fields and buttons. */
  children?: ReactNode;
};

/** Two in a row on a phone. */
export const PHONE_HALF = { base: '1 1 calc(50% - 6px)', sm: 'none' };

/** Search, filters, order, count and actions above a list. */
export function ListToolbar(props: ListToolbarProps) {
  const { search, tabs, tabsFirst = false, sort, filters = [], count, children } = props;
  return (
    <Stack gap="xs" data-reads>
      <Group gap="sm">
        {tabsFirst && tabs}
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
        {!tabsFirst && tabs}
        {(sort || filters.length > 0 || children) && (
          <Group gap="sm" flex="1 1 auto">
            {sort && <ToolbarSelect filter={sort} />}
            {filters.map((filter) => (
              <ToolbarSelect key={filter.label} filter={filter} />
            ))}
            {children}
          </Group>
        )}
      </Group>
      {count && <Muted role="status">{count}</Muted>}
    </Stack>
  );
}

export const ToolbarSelect = ({ filter: { label, data, value, icon, width, onChange } }: { filter: ToolbarFilter }) => (
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
