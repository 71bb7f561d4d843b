import { Button, Group, Text } from '@mantine/core';
import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { putEntry, removeEntry } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { serverNow } from '../../lib/server-clock.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { type EditDay, waterEntry } from './foodlogs.editing.ts';
import { waterText } from './foodlogs.wording.ts';

/** A glass in ml: a quarter of a liter, or 8 fl oz. */
const GLASS: Record<UnitSystem, number> = { metric: 250, imperial: 236.6 };

type WaterCardProps = { log: FoodDay; units: UnitSystem; readOnly: boolean; onEdit: EditDay };

/** How much water was drunk. Each glass is an entry, so that two phones do not overwrite each other. */
export function WaterCard({ log, units, readOnly, onEdit }: WaterCardProps) {
  const { waterMl } = totalsOf(log.entries);
  const last = log.entries
    .filter(({ kind, deleted }) => kind === 'water' && !deleted)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
  const glass = waterText(GLASS[units], units);
  return (
    <SectionCard title="Water" aside={<Text role="status">{waterText(waterMl, units)}</Text>}>
      {!readOnly && (
        <Group gap="xs">
          <Button
            variant="light"
            mih={44}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => onEdit((now) => putEntry(now, waterEntry(GLASS[units], serverNow()), serverNow()))}
          >
            {`Add ${glass}`}
          </Button>
          {last && (
            <IconButton
              size={44}
              label="Remove the last glass"
              icon={IconMinus}
              onClick={() => onEdit((now) => removeEntry(now, last.id, serverNow()))}
            />
          )}
        </Group>
      )}
    </SectionCard>
  );
}
