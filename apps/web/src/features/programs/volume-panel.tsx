import { Stack, Table, Title } from '@mantine/core';
import { MUSCLE_LABELS } from '@stridewell/contract/exercises/exercises.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { TRAINING_RULES, weeklyVolume } from '@stridewell/contract/programs/programs.volume.rules';
import { programWarnings } from '@stridewell/contract/programs/programs.warnings.rules';
import { useDeferredValue, useMemo } from 'react';
import { BodyMap } from '../../shared/body-map.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useBuilder, useEditor } from './programs.context.ts';

/** Sets at which a muscle has its full colour: the most that a week should hold. */
const FULL = 20;

/** Training volume of a week on the body, and what to look at. */
export function VolumePanel({ weekKey }: { weekKey: string }) {
  const { byId } = useBuilder();
  const live = useEditor(({ program }) => program);
  // Typing comes first; figures follow a moment later.
  const program = useDeferredValue(live);
  const find = useMemo(() => (id: string) => byId.get(id), [byId]);
  const entry = useMemo(() => weeksOf(program).find(({ week }) => week.key === weekKey), [program, weekKey]);
  const warnings = useMemo(() => programWarnings(program, find), [program, find]);
  if (!entry) return null;
  const { muscleSets } = weeklyVolume(entry.week, find);
  const rows = [...muscleSets].map(([muscle, sets]) => ({ muscle, sets })).sort((a, b) => b.sets - a.sets);
  const shares = Object.fromEntries(rows.map(({ muscle, sets }) => [muscle, Math.min(1, sets / FULL)]));
  const own = warnings.filter(({ weekNumber }) => weekNumber === entry.number);
  return (
    <Stack gap="sm" component="section" aria-label={`Volume in week ${entry.number}`}>
      <Title order={3}>Week {entry.number}: sets per muscle</Title>
      {rows.length === 0 ? (
        <Muted>Add exercises to see how the work is spread.</Muted>
      ) : (
        <>
          <BodyMap
            shares={shares}
            size={200}
            label={`Most sets: ${rows
              .slice(0, 3)
              .map(({ muscle, sets }) => `${MUSCLE_LABELS[muscle]} ${sets}`)
              .join(', ')}`}
          />
          <Table fz="sm" verticalSpacing={4}>
            <Table.Tbody>
              {rows.map(({ muscle, sets }) => (
                <Table.Tr key={muscle}>
                  <Table.Th scope="row" fw={400}>
                    {MUSCLE_LABELS[muscle]}
                  </Table.Th>
                  <Table.Td ta="right" {...(sets < TRAINING_RULES.leastWeeklySets && { c: 'dimmed' })}>
                    {sets}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Muted>A muscle with fewer than {TRAINING_RULES.leastWeeklySets} sets a week is unlikely to grow.</Muted>
        </>
      )}
      {own
        .filter(({ kind }) => kind !== 'low_volume')
        .map(({ text }) => (
          <Notice key={text} tone="warning" p="sm">
            {text}
          </Notice>
        ))}
    </Stack>
  );
}
