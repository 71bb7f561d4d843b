import { List, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Target, TargetWeek } from '@stridewell/contract/targets/targets';
import type { TargetBlock } from '@stridewell/contract/targets/targets.blocks';
import { energySentence, kcalText } from '../../lib/format.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FoldButton } from './fold-button.tsx';
import { blockTitle, type NumberRow, numberRows, WEEKDAYS } from './targets.wording.ts';

type TargetNumbersProps = {
  target: Target;
  /** Shows the sentences on a phone as well, where the coach decides about the numbers. */
  isWhole?: boolean;
};

/** The numbers of a target with a sentence for each, and its week where days differ. A phone folds both. */
export function TargetNumbers({ target, isWhole = false }: TargetNumbersProps) {
  const [isUnfolded, { toggle }] = useDisclosure(false);
  const canFold = usePhone() && !isWhole;
  const isOpen = !canFold || isUnfolded;
  return (
    <Stack gap="md">
      <DataTable
        label="Daily target"
        columns={[
          { header: 'Each day', rowHeader: true, nowrap: true, cell: ({ label }) => label },
          { header: 'Target', figure: true, cell: ({ amount }) => amount },
          { header: 'Why', from: 'sm', cell: ({ why }) => <Muted>{why}</Muted> },
        ]}
        rows={numberRows(target)}
        keyOf={({ label }) => label}
        {...(isOpen && { phoneLine: ({ why }: NumberRow) => why })}
      />
      {target.week && <Text size="sm">{energySentence(target.week.sentence)}</Text>}
      {canFold && (
        <FoldButton isOpen={isOpen} onToggle={toggle}>
          {isOpen ? 'Hide details' : target.week ? 'Show reasons and days' : 'Show reasons'}
        </FoldButton>
      )}
      {target.week && isOpen && <WeekTable week={target.week} />}
    </Stack>
  );
}

type Day = TargetWeek['days'][number] & { weekday: string };

const kindOf = ({ isTraining, isLocked }: Day): string =>
  `${isTraining ? 'Training' : 'Rest'}${isLocked ? ', locked' : ''}`;

/** Training and rest days of a week under one budget. */
function WeekTable({ week }: { week: TargetWeek }) {
  const days = week.days.map((day, index): Day => ({ ...day, weekday: WEEKDAYS[index] ?? '' }));
  return (
    <DataTable
      label="Training and rest days"
      columns={[
        { header: 'Day', rowHeader: true, nowrap: true, cell: ({ weekday }) => weekday },
        { header: 'Kind', from: 'sm', cell: kindOf },
        { header: 'Energy', figure: true, cell: ({ kcal }) => kcalText(kcal) },
        { header: 'Protein', figure: true, from: 'sm', cell: ({ protein }) => `${protein} g` },
        { header: 'Carbs', figure: true, from: 'sm', cell: ({ carbohydrate }) => `${carbohydrate} g` },
        { header: 'Fat', figure: true, from: 'sm', cell: ({ fat }) => `${fat} g` },
      ]}
      rows={days}
      keyOf={({ weekday }) => weekday}
      phoneLine={(day) => `${kindOf(day)}: ${day.protein} g protein, ${day.carbohydrate} g carbs, ${day.fat} g fat`}
    />
  );
}

type TargetBlocksProps = { blocks: readonly TargetBlock[]; firstName: string; children?: React.ReactNode };

/** Why a client gets no numbers, or not these. */
export function TargetBlocks({ blocks, firstName, children }: TargetBlocksProps) {
  return (
    <Notice tone="warning" title={blockTitle(blocks, firstName)}>
      <Stack gap="xs" align="flex-start">
        {blocks.map(({ code, sentence }) => (
          <Text key={code} size="sm">
            {energySentence(sentence)}
          </Text>
        ))}
        {children}
      </Stack>
    </Notice>
  );
}

/** Facts about health that belong beside the numbers. */
export function TargetCautions({ cautions }: { cautions: readonly string[] }) {
  if (cautions.length === 0) return null;
  return (
    <Notice>
      <List size="sm">
        {cautions.map((caution) => (
          <List.Item key={caution}>{energySentence(caution)}</List.Item>
        ))}
      </List>
    </Notice>
  );
}
