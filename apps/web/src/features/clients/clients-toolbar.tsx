import { ActionIcon, Button, Group, NativeSelect, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { FIGURES, STANDING_LABELS } from '@stridewell/contract/clients/clients.figures.rules';
import type { PlanStatus } from '@stridewell/contract/clients/clients.labels.rules';
import { ENGAGEMENT_LABELS } from '@stridewell/contract/clients/clients.labels.rules';
import type { ClientFilter, ClientSort } from '@stridewell/contract/clients/clients.rules';
import { IconAdjustmentsHorizontal, IconArrowsSort, IconDownload, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchText } from '../../lib/search-text.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { clientsFileUrl } from './clients.queries.ts';
import type { ClientSearch } from './clients.search.ts';
import classes from './clients-toolbar.module.css';

type Choice = { value: string; label: string };

const FILTERS: { value: ClientFilter; label: string }[] = [
  { value: 'current', label: 'Current' },
  { value: 'attention', label: 'Needs attention' },
  { value: 'active', label: 'Active' },
  { value: 'onboarding', label: STANDING_LABELS.onboarding },
  { value: 'invited', label: 'Invited' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
];
const SORTS: (Choice & { value: ClientSort })[] = [
  { value: 'name', label: 'Name' },
  { value: 'last_check_in', label: 'Last check-in' },
  { value: 'workouts', label: FIGURES.workouts },
  { value: 'newest', label: 'Newest' },
];
const PLANS: (Choice & { value: PlanStatus | '' })[] = [
  { value: '', label: 'Any program' },
  { value: 'none', label: 'No program yet' },
  { value: 'in_progress', label: 'Program in progress' },
  { value: 'ai_generated', label: 'AI-drafted program' },
];
const ENGAGEMENTS: Choice[] = [
  { value: '', label: 'Any engagement' },
  ...ENGAGEMENT_LABELS.map((value) => ({ value, label: value })),
];
/** Of the longest choice, so that all fit one line of a laptop. */
const WIDTHS = { sort: 136, planStatus: 140, engagement: 156 };
/** Two in a row on a phone. */
const PHONE_HALF = { base: '1 1 40%', sm: 'none' };
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
  const { field, typed, type } = useSearchText(search.q ?? '', (q) => onChange({ q }));
  const filters = useRef<HTMLDivElement>(null);
  const isPhone = usePhone();
  const [opened, setOpened] = useState(false);
  // A filter that is on never hides.
  const showsAll = !isPhone || opened || search.planStatus !== undefined || search.engagement !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new filter moves the checked option.
  useEffect(() => {
    const chosen = filters.current?.querySelector('input:checked + label');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [search.status]);
  const choice = (name: keyof typeof WIDTHS, label: string, data: Choice[], icon?: ReactNode) => (
    <NativeSelect
      size="sm"
      flex={PHONE_HALF}
      w={{ sm: WIDTHS[name] }}
      aria-label={label}
      leftSection={icon}
      data={data}
      value={search[name] ?? data[0]?.value}
      // Another sort starts in its usual order.
      onChange={(event) => onChange({ [name]: event.currentTarget.value, ...(name === 'sort' && { order: '' }) })}
    />
  );
  return (
    <Group gap="sm" mb="md" align="flex-start">
      <SearchInput
        inputRef={field}
        label="Search by name or email"
        flex={{ base: '1 1 100%', sm: '1 1 180px' }}
        maw={{ sm: 320 }}
        value={typed}
        onChange={type}
      />
      <div className={classes.filters} ref={filters}>
        <SegmentedControl
          bg="var(--hover)"
          size="sm"
          aria-label="Which clients"
          data={FILTERS}
          value={search.status ?? 'current'}
          onChange={(status) => onChange({ status })}
        />
      </div>
      <Group gap="sm" flex="1 1 auto">
        {choice('sort', 'Sort by', SORTS, <IconArrowsSort size={16} stroke={1.75} />)}
        {isPhone && (
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
        {showsAll && (
          <>
            {choice('planStatus', 'Program', PLANS)}
            {choice('engagement', 'Engagement', ENGAGEMENTS)}
            <ActionIcon
              component="a"
              href={clientsFileUrl(coachId, search)}
              download
              variant="default"
              size={36}
              aria-label="Export CSV"
              title="Export CSV"
            >
              <IconDownload size={18} stroke={1.75} />
            </ActionIcon>
          </>
        )}
        <SegmentedControl
          visibleFrom="sm"
          ms="auto"
          bg="var(--hover)"
          size="sm"
          aria-label="Show clients as"
          data={VIEWS}
          value={view}
          onChange={onView}
        />
      </Group>
    </Group>
  );
}
