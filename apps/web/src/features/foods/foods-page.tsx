import { Button, Group, Stack } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { SettingsPageHeader } from '../../shared/settings-page-header.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { late } from '../../ui/late.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { FoodList } from './food-list.tsx';
import { FoodToolbar } from './food-toolbar.tsx';
import { foodQuery, foodsQuery } from './foods.queries.ts';
import type { FoodsSearch } from './foods.search.ts';

const FoodForm = late(async () => (await import('./food-form.tsx')).FoodForm);

const FoodImport = lazy(() => import('./food-import.tsx'));

const SHOWN = [
  { value: '', label: 'All' },
  { value: 'hidden', label: 'Hidden' },
];

type FoodsPageProps = { search: FoodsSearch; onSearch: (search: Record<string, unknown>) => void };

/** The foods that operators curate for all coaches. */
export function FoodsPage({ search, onSearch }: FoodsPageProps) {
  const { open, ...list } = search;
  const query = useInfiniteQuery(foodsQuery(search));
  const foods = query.data?.pages.flatMap((page) => page.foods) ?? [];
  const [adding, setAdding] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const actions = (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
        onClick={() => setImporting(true)}
      >
        Import foods
      </Button>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(newId())}>
        New food
      </Button>
    </Group>
  );
  const isFiltered = Object.keys(list).length > 0;
  return (
    <Stack gap="lg" maw={1120} mx="auto">
      <SettingsPageHeader title="Foods" lead="Nutrition facts, the same for all coaches." actions={actions} />
      <FoodToolbar shown={SHOWN} search={search} onSearch={onSearch} />
      <QueryBoundary
        query={query}
        failed="The foods could not be loaded"
        skeleton={480}
        isEmpty={() => foods.length === 0}
        empty={<NoFoods isFiltered={isFiltered} />}
      >
        {() => (
          <div>
            <FoodList foods={foods} />
            <LoadMore query={query} label="Show more foods" failed="More foods could not be loaded" />
          </div>
        )}
      </QueryBoundary>
      {open && <OpenFood key={open} foodId={open} onClose={() => onSearch(list)} />}
      {adding && <FoodForm food={{ id: adding }} onClose={() => setAdding(null)} />}
      {importing && (
        <Suspense fallback={null}>
          <FoodImport onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

/** The food of the address, read on its own because it may be on no page that is loaded. */
function OpenFood({ foodId, onClose }: { foodId: string; onClose: () => void }) {
  const query = useQuery(foodQuery(foodId));
  if (query.error) {
    return <ProblemAlert title="This food could not be opened" error={query.error} fallback="Please try again." />;
  }
  return query.data && <FoodForm food={query.data} onClose={onClose} />;
}

const NoFoods = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState role="status" title="No foods found">
      Search finds words of names and brands, or how they begin. Change it, or the filters above.
    </EmptyState>
  ) : (
    <EmptyState role="status" title="No foods yet">
      Import a table of foods as a CSV file, like the abbreviated USDA database, or add foods one by one.
    </EmptyState>
  );
