import { shoppingList } from '@stridewell/contract/meals/meals.shopping.rules';
import { needsOf } from '@stridewell/contract/meals/meals.totals.rules';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { useBuilder, useEditor } from './meals.context.ts';
import { ShoppingList } from './shopping-list.tsx';

/** The shopping list of some days of a plan, for one person or a household. */
export function ShoppingDialog({ onClose }: { onClose: () => void }) {
  const { units } = useBuilder();
  const days = useEditor(({ plan }) => plan.days);
  const foods = useEditor((state) => state.foods);
  const [wanted, setWanted] = useState({ days: Math.max(7, days.length), people: 1 });
  // The days repeat.
  const eaten = Array.from({ length: wanted.days }, (_, index) => days[index % days.length]).flatMap(
    (day) => day ?? [],
  );
  return (
    <Dialog opened onClose={onClose} title="Shopping list" size="lg">
      <ShoppingList
        aisles={shoppingList(needsOf(eaten, foods, wanted.people), units)}
        value={wanted}
        onChange={setWanted}
      />
    </Dialog>
  );
}
