import { NativeSelect, NumberInput, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  ALLERGIES,
  DIETARY_RESTRICTIONS,
  EQUIPMENT,
  FITNESS_LEVELS,
  GENDER_LABELS,
  GENDERS,
  RECORD_BOUNDS,
  RECORD_LABELS,
} from '@stridewell/contract/records.rules';
import { type UnitSystem, weightUnit } from '@stridewell/contract/units';
import { SectionCard } from '../../components/section-card.tsx';
import { timeZoneChoices } from '../../lib/format.ts';
import { AvailabilityField } from './availability-field.tsx';
import { RECORD_SECTIONS, type RecordSection, type RecordValues } from './clients.record.ts';
import classes from './record-form.module.css';

type RecordFieldsProps = { form: UseFormReturnType<RecordValues>; units: UnitSystem; today: string };

const NOTHING = { value: '', label: 'Not known yet' };
const NUMBER = { size: 'md', hideControls: true, inputMode: 'decimal', allowNegative: false } as const;

const TIME_ZONES = timeZoneChoices();

/** The fields of each section, bound to the form. */
export function recordSections({ form, units, today }: RecordFieldsProps): Record<RecordSection, React.ReactNode> {
  const field = form.getInputProps;
  const zone = field('timeZone');
  const unit = weightUnit(units);
  return {
    person: (
      <>
        <TextInput label={RECORD_LABELS.fullName} required maxLength={120} {...field('fullName')} />
        <div className={classes.pair}>
          <TextInput label={RECORD_LABELS.dateOfBirth} type="date" max={today} {...field('dateOfBirth')} />
          <NativeSelect
            size="md"
            label={RECORD_LABELS.gender}
            data={[NOTHING, ...GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] }))]}
            {...field('gender')}
          />
          <TextInput label={RECORD_LABELS.phone} type="tel" maxLength={31} {...field('phone')} />
          <TextInput label={RECORD_LABELS.occupation} maxLength={120} {...field('occupation')} />
        </div>
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
        <Textarea size="md" label={RECORD_LABELS.goal} autosize minRows={2} maxLength={500} {...field('goal')} />
        <div className={classes.pair}>
          <NumberInput
            {...NUMBER}
            label={`${RECORD_LABELS.goalWeightKg} in ${unit}`}
            decimalScale={1}
            {...field('goalWeightKg')}
          />
          <TextInput label={RECORD_LABELS.targetDay} type="date" {...field('targetDay')} />
        </div>
      </>
    ),
    body: (
      <>
        <div className={classes.pair}>
          {units === 'metric' ? (
            <NumberInput {...NUMBER} label="Height in cm" decimalScale={1} {...field('heightCm')} />
          ) : (
            <div className={classes.pair}>
              <NumberInput {...NUMBER} label="Height, feet" allowDecimal={false} {...field('heightFeet')} />
              <NumberInput
                {...NUMBER}
                label="Height, inches"
                max={11}
                allowDecimal={false}
                {...field('heightInches')}
              />
            </div>
          )}
          <NumberInput
            {...NUMBER}
            label={`${RECORD_LABELS.startWeightKg} in ${unit}`}
            decimalScale={1}
            {...field('startWeightKg')}
          />
        </div>
        <Textarea
          size="md"
          label={RECORD_LABELS.injuries}
          autosize
          minRows={2}
          maxLength={2000}
          {...field('injuries')}
        />
      </>
    ),
    food: (
      <>
        <Textarea size="md" label={RECORD_LABELS.diet} autosize minRows={2} maxLength={1000} {...field('diet')} />
        <ListField
          label={RECORD_LABELS.dietaryRestrictions}
          data={DIETARY_RESTRICTIONS}
          {...field('dietaryRestrictions')}
        />
        <ListField label={RECORD_LABELS.allergies} data={ALLERGIES} {...field('allergies')} />
      </>
    ),
    training: (
      <>
        <div className={classes.pair}>
          <NativeSelect
            size="md"
            label={RECORD_LABELS.fitnessLevel}
            data={[NOTHING, ...FITNESS_LEVELS.map((value) => ({ value, label: value }))]}
            {...field('fitnessLevel')}
          />
          <NativeSelect
            size="md"
            label={RECORD_LABELS.daysPerWeek}
            data={[NOTHING, ...['1', '2', '3', '4', '5', '6', '7'].map((value) => ({ value, label: value }))]}
            {...field('daysPerWeek')}
          />
        </div>
        <ListField label={RECORD_LABELS.equipment} data={EQUIPMENT} {...field('equipment')} />
        <AvailabilityField {...field('availability')} />
      </>
    ),
    emergency: (
      <>
        <TextInput label="Contact name" maxLength={120} {...field('emergencyName')} />
        <div className={classes.pair}>
          <TextInput label={RECORD_LABELS.emergencyRelation} maxLength={60} {...field('emergencyRelation')} />
          <TextInput label="Contact phone" type="tel" maxLength={31} {...field('emergencyPhone')} />
        </div>
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

type ListFieldProps = { label: string; data: readonly string[] } & Record<string, unknown>;

/** A list with suggestions and own entries. */
function ListField({ label, data, ...field }: ListFieldProps) {
  return (
    <TagsInput
      size="md"
      label={label}
      description="Choose, or type your own and press Enter"
      data={[...data]}
      maxTags={RECORD_BOUNDS.listLength}
      maxLength={RECORD_BOUNDS.listItem}
      acceptValueOnBlur
      {...field}
    />
  );
}
