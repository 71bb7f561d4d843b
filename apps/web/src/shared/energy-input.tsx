import { kcalToKj, kjToKcal } from '@stridewell/contract/units';
import { useState } from 'react';
import { energySentence } from '../lib/format.ts';
import { readerEnergyUnit } from '../lib/reader-energy.ts';
import { NumberInput, type NumberInputProps } from '../ui/number-input.tsx';

type Kcal = number | string;

type EnergyInputProps = Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange' | 'label' | 'step' | 'max'> & {
  /** Without the unit, which follows in parentheses. */
  label: string;
  /** In kcal; an empty text for none. */
  value?: Kcal;
  onChange?: (kcal: Kcal) => void;
  /** In kcal. */
  max?: number;
};

const STEP = { kcal: 10, kJ: 50 };

/** A field for energy in the reader's unit, whose value is in whole kcal. */
export function EnergyInput({ label, value = '', onChange, max, description, error, ...props }: EnergyInputProps) {
  const unit = readerEnergyUnit();
  // Typed digits stay on screen: 83 kJ are 20 kcal, which would come back as 84 kJ.
  const [typed, setTyped] = useState<{ kj: Kcal; kcal: Kcal } | null>(null);
  const inUnit = (kcal: Kcal): Kcal => {
    if (unit === 'kcal' || kcal === '') return kcal;
    return typed?.kcal === kcal ? typed.kj : Math.round(kcalToKj(Number(kcal)));
  };
  const change = (entered: Kcal) => {
    const kcal = unit === 'kcal' || entered === '' ? entered : Math.round(kjToKcal(Number(entered)));
    setTyped({ kj: entered, kcal });
    onChange?.(kcal);
  };
  const texts = {
    ...(description !== undefined && {
      description: typeof description === 'string' ? energySentence(description) : description,
    }),
    ...(error !== undefined && { error: typeof error === 'string' ? energySentence(error) : error }),
    ...(max !== undefined && { max: Number(inUnit(max)) }),
  };
  return (
    <NumberInput
      min={0}
      step={STEP[unit]}
      {...props}
      {...texts}
      label={`${label} (${unit})`}
      value={inUnit(value)}
      onChange={change}
    />
  );
}
