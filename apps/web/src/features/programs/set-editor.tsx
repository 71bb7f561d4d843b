import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { SetTarget } from '@stridewell/contract/programs/programs';
import { repsProblem } from '@stridewell/contract/programs/programs.reps.rules';
import { PROGRAM_BOUNDS, SET_KIND_LABELS, SET_KINDS } from '@stridewell/contract/programs/programs.rules';
import { kgToLb, lbToKg, weightUnit } from '@stridewell/contract/units';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { CommittedText } from '../../ui/committed-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import classes from './program-grid.module.css';
import { useBuilder } from './programs.context.ts';

const KINDS = SET_KINDS.map((value) => ({ value, label: SET_KIND_LABELS[value] }));
const TEMPO = /^[0-9X]-[0-9X]-[0-9X]-[0-9X]$/;

type SetEditorProps = {
  set: SetTarget;
  number: number;
  onChange: (set: SetTarget) => void;
  onDelete: (() => void) | undefined;
};

const asNumber = (value: number | string): number | null => (typeof value === 'number' ? value : null);

/** One line of equal sets. */
export function SetEditor({ set, number, onChange, onDelete }: SetEditorProps) {
  const { units } = useBuilder();
  const [problem, setProblem] = useState<string | null>(null);
  const unit = weightUnit(units);
  const loadUnit = set.load?.unit === 'kg' ? 'kg' : 'percent';
  const shownLoad =
    set.load?.unit === 'kg' && unit === 'lb' ? Math.round(kgToLb(set.load.value) * 10) / 10 : set.load?.value;
  const setLoad = (value: number | null, of: 'percent' | 'kg') => {
    if (value === null || (of === 'percent' && value < 1)) return onChange({ ...set, load: null });
    const stored = of === 'kg' && unit === 'lb' ? Math.round(lbToKg(value) * 100) / 100 : value;
    return onChange({ ...set, load: { unit: of, value: stored } });
  };
  return (
    <Stack gap={6} className={classes.setLine} role="group" aria-label={`Sets, line ${number}`}>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <NumberInput
          size="xs"
          w={56}
          label="Sets"
          min={1}
          max={PROGRAM_BOUNDS.sets}
          clampBehavior="strict"
          allowDecimal={false}
          value={set.count}
          onChange={(value) => {
            const count = asNumber(value);
            if (count !== null && count >= 1) onChange({ ...set, count });
          }}
        />
        <CommittedText
          value={set.reps}
          onCommit={(reps) => {
            const found = reps ? repsProblem(reps) : null;
            setProblem(found);
            if (reps && !found) onChange({ ...set, reps });
          }}
        >
          {(field) => (
            <TextInput size="xs" flex={1} label="Reps" maxLength={PROGRAM_BOUNDS.reps} error={problem} {...field} />
          )}
        </CommittedText>
        <NativeSelect
          size="xs"
          w={96}
          label="Kind"
          data={KINDS}
          value={set.kind}
          onChange={({ currentTarget }) => {
            const kind = SET_KINDS.find((one) => one === currentTarget.value);
            if (kind) onChange({ ...set, kind });
          }}
        />
        {onDelete && (
          <IconButton label={`Delete sets, line ${number}`} icon={IconX} iconSize={14} size="sm" onClick={onDelete} />
        )}
      </Group>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <NumberInput
          size="xs"
          flex={1}
          label="Load"
          min={0}
          max={loadUnit === 'percent' ? PROGRAM_BOUNDS.percent : PROGRAM_BOUNDS.loadKg}
          clampBehavior="strict"
          value={shownLoad ?? ''}
          onChange={(value) => setLoad(asNumber(value), loadUnit)}
        />
        <NativeSelect
          size="xs"
          w={76}
          aria-label="Unit of the load"
          data={[
            { value: 'percent', label: '% 1RM' },
            { value: 'kg', label: unit },
          ]}
          value={loadUnit}
          onChange={({ currentTarget }) =>
            setLoad(set.load?.value ?? 0, currentTarget.value === 'kg' ? 'kg' : 'percent')
          }
        />
        <NumberInput
          size="xs"
          w={64}
          label={set.effort?.scale === 'rpe' ? 'RPE' : 'RIR'}
          min={set.effort?.scale === 'rpe' ? 1 : 0}
          max={10}
          step={0.5}
          clampBehavior="strict"
          value={set.effort?.value ?? ''}
          onChange={(value) => {
            const effort = asNumber(value);
            const rounded = effort === null ? null : Math.round(effort * 2) / 2;
            onChange({
              ...set,
              effort: rounded === null ? null : { scale: set.effort?.scale ?? 'rir', value: rounded },
            });
          }}
        />
      </Group>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <NumberInput
          size="xs"
          flex={1}
          label="Rest (seconds)"
          min={0}
          max={PROGRAM_BOUNDS.rest}
          step={15}
          clampBehavior="strict"
          allowDecimal={false}
          value={set.rest ?? ''}
          onChange={(value) => onChange({ ...set, rest: asNumber(value) })}
        />
        <CommittedText
          value={set.tempo ?? ''}
          onCommit={(text) => {
            const tempo = text.toUpperCase();
            if (tempo === '' || TEMPO.test(tempo)) onChange({ ...set, tempo: tempo || null });
          }}
        >
          {(field) => <TextInput size="xs" flex={1} label="Tempo" placeholder="3-1-1-0" maxLength={7} {...field} />}
        </CommittedText>
      </Group>
    </Stack>
  );
}
