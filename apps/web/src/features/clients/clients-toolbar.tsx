import { Button, NativeSelect, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { PlanStatus } from '@stridewell/contract/clients.labels.rules';
import { ENGAGEMENT_LABELS } from '@stridewell/contract/clients.labels.rules';
import type { ClientFilter, ClientSort } from '@stridewell/contract/clients.rules';
import { IconArrowsSort, IconDownload, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SearchInput } from '../../components/search-input.tsx';
import { clientsFileUrl } from './clients.queries.ts';
import type { ClientSearch } from './clients.search.ts';
import classes from './clients-toolbar.module.css';

const FILTERS: { value: ClientFilter; label: string }[] = [
  { value: 'current', label: 'Current' },
  { value: 'attention', label: 'Needs attention' },
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
];
const SORTS: { value: ClientSort; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'last_check_in', label: 'Last check-in' },
  { value: 'newest', label: 'Newest' },
];
const PLANS: { value: PlanStatus | ''; label: string }[] = [
  { value: '', label: 'Any plan' },
  { value: 'none', label: 'No plan yet' },
  { value: 'in_progress', label: 'Plan in progress' },
  { value: 'ai_generated', label: 'Plan from AI' },
];
const ENGAGEMENTS = [
  { value: '', label: 'Any engagement' },
  ...ENGAGEMENT_LABELS.map((label) => ({ value: label, label })),
];
const TYPING_MS = 250;
export type ClientsView = 'table' | 'cards';

type ClientsToolbarProps = {
  coachId: string;
  search: ClientSearch;
  view: ClientsView;
  onView: (view: ClientsView) => void;
  onChange: (change: Record<string, string>) => void;
};

const VIEW_ICON = { size: 18, stroke: 1.75, style: { display: 'block' } };
const VIEWS = [
  { value: 'table' as const, label: <ViewLabel Icon={IconList} name="Table" /> },
  { value: 'cards' as const, label: <ViewLabel Icon={IconLayoutGrid} name="Cards" /> },
];

function ViewLabel({ Icon, name }: { Icon: typeof IconList; name: string }) {
  return (
    <>
      <Icon {...VIEW_ICON} aria-hidden />
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}

/** Search, filter and order of the list, and the list as a file. */
export function ClientsToolbar({ coachId, search, view, onView, onChange }: ClientsToolbarProps) {
  const [typed, setTyped] = useState(search.q ?? '');
  const field = useRef<HTMLInputElement>(null);
  const filters = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new filter moves the checked option.
  useEffect(() => {
    const chosen = filters.current?.querySelector('input:checked + label');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [search.status]);
  const find = useDebouncedCallback((q: string) => onChange({ q }), TYPING_MS);
  // Going back changes the address and so the field. During typing the field is ahead of the address.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(search.q ?? '');
  }, [search.q]);
  const type = (q: string) => {
    setTyped(q);
    find(q);
  };
  return (
    <div className={classes.toolbar}>
      <SearchInput
        inputRef={field}
        label="Search by name or email"
        className={classes.search}
        value={typed}
        onChange={type}
      />
      <div className={classes.filters} ref={filters}>
        <SegmentedControl
          className={classes.control}
          size="sm"
          aria-label="Which clients"
          data={FILTERS}
          value={search.status ?? 'current'}
          onChange={(status) => onChange({ status })}
        />
      </div>
      <div className={classes.tools}>
        <NativeSelect
          className={classes.label}
          size="sm"
          aria-label="Plan"
          data={PLANS}
          value={search.planStatus ?? ''}
          onChange={(event) => onChange({ planStatus: event.currentTarget.value })}
        />
        <NativeSelect
          className={classes.label}
          size="sm"
          aria-label="Engagement"
          data={ENGAGEMENTS}
          value={search.engagement ?? ''}
          onChange={(event) => onChange({ engagement: event.currentTarget.value })}
        />
        <NativeSelect
          className={classes.sort}
          size="sm"
          aria-label="Sort by"
          leftSection={<IconArrowsSort size={16} stroke={1.75} />}
          data={SORTS}
          value={search.sort ?? 'name'}
          onChange={(event) => onChange({ sort: event.currentTarget.value })}
        />
        <Button
          component="a"
          href={clientsFileUrl(coachId, search)}
          download
          variant="default"
          size="sm"
          leftSection={<IconDownload size={18} stroke={1.75} />}
        >
          Export CSV
        </Button>
        <SegmentedControl
          className={classes.view}
          size="sm"
          aria-label="Show clients as"
          data={VIEWS}
          value={view}
          onChange={onView}
        />
      </div>
    </div>
  );
}
