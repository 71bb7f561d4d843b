import type { FoodSelection } from '@stridewell/contract/foods/foods';
import { useSearchText } from '../../lib/search-text.ts';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { CATEGORY_CHOICES } from './foods.wording.ts';

type FoodToolbarProps = {
  /** The parts of the list to choose from. */
  shown: readonly { value: string; label: string }[];
  search: Pick<FoodSelection, 'q' | 'category'> & { show?: string | undefined };
  onSearch: (search: Record<string, unknown>) => void;
};

/** Searches and filters a list of foods. */
export function FoodToolbar({ shown, search, onSearch }: FoodToolbarProps) {
  const text = useSearchText(search.q ?? '', (q) => onSearch({ ...search, q }));
  return (
    <ListToolbar
      search={{ label: 'Search foods', ...text }}
      tabs={
        <FilterTabs
          label="Which foods"
          data={shown}
          value={search.show ?? ''}
          onChange={(show) => onSearch({ ...search, show })}
        />
      }
      filters={[
        {
          label: 'Category',
          data: CATEGORY_CHOICES,
          value: search.category ?? '',
          onChange: (category) => onSearch({ ...search, category }),
        },
      ]}
    />
  );
}
