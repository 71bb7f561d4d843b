import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ClientRecord, clientRecord } from '@stridewell/contract/records.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { useRef } from 'react';
import { StepActions } from '../../components/step-actions.tsx';
import { useTyped } from '../../components/step-memory.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import {
  type RecordSection,
  type RecordValues,
  recordProblems,
  SECTION_FIELDS,
  toRecord,
  toValues,
} from './clients.record.ts';
import { recordSections } from './record-fields.tsx';

type RecordStepProps = {
  section: RecordSection;
  record: ClientRecord;
  units: UnitSystem;
  today: string;
  saving: boolean;
  onSave: (fields: Partial<ClientRecord>) => void;
  onSkip: () => void;
  onBack: () => void;
};

/** One section of the record as a step. Saves only that section. */
export function RecordStep({ section, record, units, today, saving, onSave, onSkip, onBack }: RecordStepProps) {
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const sectionOf = (from: ClientRecord) =>
    Object.fromEntries(SECTION_FIELDS[section].map((field) => [field, from[field]]));
  const [typed, setTyped] = useTyped([units, sectionOf(record)], () => toValues(record, units));
  const form = useForm<RecordValues>({
    initialValues: typed,
    onValuesChange: setTyped,
    validate: (values) => recordProblems(toRecord(values, units, record), units),
  });
  const submit = form.onSubmit((values) => {
    onSave(sectionOf(clientRecord.parse(toRecord(values, units, record))));
  }, focusProblem);
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">{recordSections({ form, units, today })[section]}</Stack>
      <StepActions onBack={onBack} onSkip={onSkip} saving={saving} />
    </form>
  );
}
