import { Stack } from '@mantine/core';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import type { UnitSystem } from '@stridewell/contract/units';
import { HelpLine } from '../../shared/help-line.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { StepActions } from '../../ui/step-actions.tsx';
import { useStepState } from '../../ui/step-memory.ts';
import { recordSections } from './record-fields.tsx';
import { fieldIn, type RecordSection, SECTION_FIELDS, toRecord, toValues } from './records.form.ts';

/** Fields in the client’s own words. */
const WRITTEN = ['goal', 'diet', 'injuries'] as const;

type RecordStepProps = {
  section: RecordSection;
  record: ClientRecord;
  units: UnitSystem;
  today: string;
  /** Leaves out body weight, which the server then keeps. */
  isBlind?: boolean;
  saving: boolean;
  onSave: (fields: Partial<ClientRecord>) => void;
  onSkip: () => void;
  onBack: () => void;
};

/** One section of the record as a step. Saves only that section. */
export function RecordStep({
  section,
  record,
  units,
  today,
  isBlind,
  saving,
  onSave,
  onSkip,
  onBack,
}: RecordStepProps) {
  const sectionOf = (from: ClientRecord) =>
    Object.fromEntries(SECTION_FIELDS[section].map((field) => [field, from[field]]));
  const [initialValues, setValues] = useStepState([units, sectionOf(record)], () => toValues(record, units));
  const form = useSchemaForm(async () => (await import('@stridewell/contract/records/records.fields')).clientRecord, {
    initialValues,
    onValuesChange: setValues,
    toInput: (values) => toRecord(values, units, record),
    fieldFor: fieldIn(units),
    submit: async (edited) => onSave(sectionOf(edited)),
  });
  const written = WRITTEN.filter((field) => SECTION_FIELDS[section].includes(field));
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        {recordSections({ form, units, today, isBlind })[section]}
        <HelpLine text={written.map((field) => form.values[field]).join('\n')} />
      </Stack>
      <StepActions onBack={onBack} onSkip={onSkip} saving={saving} />
    </form>
  );
}
