import { ActionIcon, Box, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { FIGURES, STANDING_LABELS } from '@stridewell/contract/clients/clients.figures.rules';
import type { PlanStatus } from '@stridewell/contract/clients/clients.labels.rules';
import { ENGAGEMENT_LABELS } from '@stridewell/contract/clients/clients.labels.rules';
import type { ClientFilter, ClientSort } from '@stridewell/contract/clients/clients.rules';
import { IconArrowsSort, IconDownload, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useSearchText } from '../../lib/search-text.ts';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { ListToolbar, type ToolbarFilter } from '../../ui/list-toolbar.tsx';
import { PhoneFold } from '../../ui/phone-fold.tsx';
import { clientsFileUrl } from './clients.queries.ts';
import type { ClientSearch } from './clients.search.ts';
import type { ClientsView } from './clients.view.ts';

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
  { value: '', label: 'Any health score' },
  ...ENGAGEMENT_LABELS.map((value) => ({ value, label: value })),
];
/** Of the longest choice, so that all fit one line of a laptop. */
const WIDTHS = { sort: 136, planStatus: 140, engagement: 156 };
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
  const text = useSearchText(search.q ?? '', (q) => onChange({ q }));
  const choice = (name: keyof typeof WIDTHS, label: string, data: Choice[]): ToolbarFilter => ({
    label,
    data,
    width: WIDTHS[name],
    value: search[name] ?? data[0]?.value ?? '',
    // Another sort starts in its usual order.
    onChange: (value) => onChange({ [name]: value, ...(name === 'sort' && { order: '' }) }),
  });
  return (
    <Box mb="md">
      <ListToolbar
        search={{ label: 'Search by name or email', ...text }}
        tabs={
          <FilterTabs
            label="Which clients"
            data={FILTERS}
            value={search.status ?? 'current'}
            onChange={(status) => onChange({ status })}
          />
        }
        sort={{ ...choice('sort', 'Sort by', SORTS), icon: <IconArrowsSort size={16} stroke={1.75} /> }}
      >
        <PhoneFold
          filters={[choice('planStatus', 'Program', PLANS), choice('engagement', 'Client Health Score', ENGAGEMENTS)]}
        >
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
        </PhoneFold>
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
      </ListToolbar>
    </Box>
  );
}
