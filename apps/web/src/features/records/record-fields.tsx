import {
  NativeSelect,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import {
  ALLERGIES,
  DIETARY_RESTRICTIONS,
  EQUIPMENT,
  FITNESS_LEVELS,
  GENDER_LABELS,
  GENDERS,
  RECORD_BOUNDS,
} from '@stridewell/contract/records/records.options.rules';
import { RECORD_LABELS, type RecordField } from '@stridewell/contract/records/records.rules';
import { type UnitSystem, weightUnit } from '@stridewell/contract/units';
import type { ReactNode } from 'react';
import { timeZoneChoices } from '../../lib/format.ts';
import { NumberInput, type NumberInputProps } from '../../ui/number-input.tsx';
import type { SchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { AvailabilityField } from './availability-field.tsx';
import classes from './record-form.module.css';
import { RECORD_SECTIONS, type RecordSection, type RecordValues } from './records.form.ts';

type RecordFieldsProps = {
  form: Pick<SchemaForm<RecordValues>, 'getInputProps'>;
  units: UnitSystem;
  today: string;
  /** Leaves out body weight. */
  isBlind?: boolean | undefined;
};

const UNKNOWN = { value: '', label: 'Not known yet' };
const TIME_ZONES = timeZoneChoices();
const DAYS_PER_WEEK = ['1', '2', '3', '4', '5', '6', '7'];

const Pair = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
    {children}
  </SimpleGrid>
);

/** The fields of each section, bound to the form. */
export function recordSections({ form, units, today, isBlind }: RecordFieldsProps): Record<RecordSection, ReactNode> {
  const field = form.getInputProps;
  const zone = field('timeZone');
  const text = (name: RecordField, props: TextInputProps) => (
    <TextInput label={RECORD_LABELS[name]} {...props} {...field(name)} />
  );
  const longText = (name: RecordField, maxLength: number) => (
    <Textarea size="md" label={RECORD_LABELS[name]} autosize minRows={2} maxLength={maxLength} {...field(name)} />
  );
  const choice = (name: RecordField, values: readonly string[], labels: Record<string, string> = {}) => (
    <NativeSelect
      size="md"
      label={RECORD_LABELS[name]}
      data={[UNKNOWN, ...values.map((value) => ({ value, label: labels[value] ?? value }))]}
      {...field(name)}
    />
  );
  const number = (name: keyof RecordValues, label: string, props: NumberInputProps = { decimalScale: 1 }) => (
    <NumberInput
      size="md"
      label={label}
      hideControls
      inputMode="decimal"
      allowNegative={false}
      {...props}
      {...field(name)}
    />
  );
  const weight = (name: 'goalWeightKg' | 'startWeightKg') =>
    !isBlind && number(name, `${RECORD_LABELS[name]} in ${weightUnit(units)}`);
  const list = (name: RecordField, suggestions: readonly string[]) => (
    <TagsInput
      size="md"
      label={RECORD_LABELS[name]}
      description="Choose, or type your own and press Enter"
      data={[...suggestions]}
      maxTags={RECORD_BOUNDS.listLength}
      maxLength={RECORD_BOUNDS.listItem}
      acceptValueOnBlur
      {...field(name)}
    />
  );
  return {
    person: (
      <>
        {text('fullName', { required: true, maxLength: 120 })}
        <Pair>
          {text('dateOfBirth', { type: 'date', max: today })}
          {choice('gender', GENDERS, GENDER_LABELS)}
          {text('phone', { type: 'tel', maxLength: 31 })}
          {text('occupation', { maxLength: 120 })}
        </Pair>
        <Select
          size="md"
          label={RECORD_LABELS.timeZone}
          description="Where the client lives"
          placeholder="Not known yet"
          searchable
          clearable
          limit={50}
          nothingFoundMessage="No such time zone"
          clearButtonProps={{ 'aria-label': 'Clear the time zone' }}
          data={TIME_ZONES}
          {...zone}
          value={zone.value || null}
          onChange={(value) => zone.onChange(value ?? '')}
        />
      </>
    ),
    goal: (
      <>
        {longText('goal', 500)}
        <Pair>
          {weight('goalWeightKg')}
          {text('targetDay', { type: 'date' })}
        </Pair>
      </>
    ),
    body: (
      <>
        <Pair>
          {units === 'metric' ? (
            number('heightCm', 'Height in cm')
          ) : (
            <Pair>
              {number('heightFeet', 'Height, feet', { allowDecimal: false })}
              {number('heightInches', 'Height, inches', { allowDecimal: false, max: 11 })}
            </Pair>
          )}
          {weight('startWeightKg')}
        </Pair>
        {longText('injuries', 2000)}
      </>
    ),
    food: (
      <>
        {longText('diet', 1000)}
        {list('dietaryRestrictions', DIETARY_RESTRICTIONS)}
        {list('allergies', ALLERGIES)}
      </>
    ),
    training: (
      <>
        <Pair>
          {choice('fitnessLevel', FITNESS_LEVELS)}
          {choice('daysPerWeek', DAYS_PER_WEEK)}
        </Pair>
        {list('equipment', EQUIPMENT)}
        <AvailabilityField {...field('availability')} />
      </>
    ),
    emergency: (
      <>
        {text('emergencyName', { label: 'Contact name', maxLength: 120 })}
        <Pair>
          {text('emergencyRelation', { maxLength: 60 })}
          {text('emergencyPhone', { label: 'Contact phone', type: 'tel', maxLength: 31 })}
        </Pair>
      </>
    ),
  };
}

export function RecordFields(props: RecordFieldsProps) {
  const sections = recordSections(props);
  return RECORD_SECTIONS.map(({ id, title }) => (
    <div key={id} id={id} className={classes.section}>
      <SectionCard title={title}>
        <Stack gap="md">{sections[id]}</Stack>
      </SectionCard>
    </div>
  ));
}
