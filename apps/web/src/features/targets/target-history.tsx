import { Box, Text } from '@mantine/core';
import type { TargetChange } from '@stridewell/contract/targets/targets';
import { kcalText } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { sourceText } from './targets.wording.ts';

const numbersOf = ({ target }: TargetChange): string =>
  target
    ? `${kcalText(target.kcal)}: ${target.protein} g protein, ${target.carbohydrate} g carbs, ${target.fat} g fat`
    : 'No target';

/** Every target that the client has had, newest first. */
export function TargetHistory({ history, today }: { history: readonly TargetChange[]; today: string }) {
  if (history.length < 2) return null;
  return (
    <SectionCard title="Target history">
      <ul className={rows.divided}>
        {history.map((change) => (
          <Box key={change.id} component="li" py="xs">
            <Text size="sm">{numbersOf(change)}</Text>
            <Muted>{sourceText(change, today)}</Muted>
            {change.note && <Text size="sm">{change.note}</Text>}
          </Box>
        ))}
      </ul>
    </SectionCard>
  );
}
