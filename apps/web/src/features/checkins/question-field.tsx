import {
  Button,
  Checkbox,
  Group,
  Input,
  Radio,
  SimpleGrid,
  Slider,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import {
  type Answer,
  FORM_LIMITS,
  type MeasurementsQuestion,
  type NumberQuestion,
  type PhotoAnswer,
  type Question,
  type ScaleQuestion,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import {
  lengthForDisplay,
  lengthFromInput,
  lengthUnit,
  type UnitSystem,
  weightForDisplay,
  weightFromInput,
} from '@stridewell/contract/units';
import { Fragment, useState } from 'react';
import { HelpLine } from '../../shared/help-line.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { BlindNumber } from './blind-number.tsx';
import { isPercent, SITE_NAMES, unitOf } from './checkins.answers.ts';
import type { RelationshipIds } from './checkins.outbox.ts';
import { PhotoQuestionField } from './photo-question.tsx';
import classes from './question-field.module.css';

type FieldProps<Kind extends Question = Question> = {
  question: Kind;
  value: Answer | undefined;
  onChange: (value: Answer | undefined) => void;
  error: string | undefined;
  units: UnitSystem;
  /** Below the label, after the help. */
  lines?: readonly string[] | undefined;
};

/** A longer scale becomes a slider. */
const MOST_BUTTONS = 11;

type QuestionFieldProps = FieldProps & { photos?: RelationshipIds | null | undefined; isBlind?: boolean };

/**
 * One question of a form to answer. Without `photos` it skips photo questions; null shows them switched off. The answer to
 * a blind question is not shown once it is typed.
 */
export function QuestionField({ photos, isBlind = false, ...props }: QuestionFieldProps) {
  const { question, value, onChange, error, lines } = props;
  switch (question.type) {
    case 'number':
      return isBlind ? <BlindField {...props} question={question} /> : <NumberField {...props} question={question} />;
    case 'scale':
      return <ScaleField {...props} question={question} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'measurements':
      return <MeasurementsField {...props} question={question} />;
    case 'text': {
      const text = typeof value === 'string' ? value : '';
      const shared = { ...labelOf(question, lines), error, value: text, size: 'md' as const };
      const field = question.long ? (
        <Textarea
          {...shared}
          autosize
          minRows={3}
          maxLength={FORM_LIMITS.longText}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          {...shared}
          maxLength={FORM_LIMITS.shortText}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
      return (
        <>
          {field}
          <HelpLine text={text} />
        </>
      );
    }
    case 'photo':
      return (
        photos !== undefined && (
          <Input.Wrapper {...labelOf(question, lines)} error={error} labelElement="div" size="md">
            <PhotoQuestionField
              question={question}
              value={
                Array.isArray(value) ? value.filter((photo): photo is PhotoAnswer => typeof photo !== 'string') : []
              }
              onChange={onChange}
              owner={photos}
            />
          </Input.Wrapper>
        )
      );
  }
}

function labelOf({ label, help, required }: Question, lines: readonly string[] = []) {
  const shown = help ? [help, ...lines] : lines;
  const description = shown.map((line, index) => (
    <Fragment key={line}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
  return { label, description: shown.length > 0 && description, required, withAsterisk: required };
}

/** The text of a number field. It is not derived from the number, so that `72.` can become `72.5`. */
const useNumberText = (value: number | undefined, display: (value: number) => number) =>
  useState<number | string>(value === undefined ? '' : display(value));

function NumberField({ question, value, onChange, error, units, lines }: FieldProps<NumberQuestion>) {
  const isWeight = question.metric === 'weight_kg';
  const [typed, setTyped] = useNumberText(typeof value === 'number' ? value : undefined, (stored) =>
    isWeight ? weightForDisplay(stored, units) : stored,
  );
  const unit = unitOf(question, units);
  const { label, ...rest } = labelOf(question, lines);
  return (
    <NumberInput
      {...rest}
      label={unit ? `${label} (${unit})` : label}
      error={error}
      size="md"
      hideControls
      inputMode="decimal"
      decimalScale={isWeight ? 1 : 2}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        const number = Number(next);
        onChange(next === '' ? undefined : isWeight ? weightFromInput(number, units) : number);
      }}
    />
  );
}

/** A number that is typed, confirmed and then hidden. */
function BlindField({ question, value, onChange, error, units, lines }: FieldProps<NumberQuestion>) {
  const isWeight = question.metric === 'weight_kg';
  const { label, ...rest } = labelOf(question, lines);
  const unit = unitOf(question, units);
  return (
    <BlindNumber
      {...rest}
      label={unit ? `${label} (${unit})` : label}
      error={error}
      decimalScale={isWeight ? 1 : 2}
      isEntered={value !== undefined}
      onEnter={(number) => onChange(isWeight ? weightFromInput(number, units) : number)}
      onClear={() => onChange(undefined)}
    />
  );
}

function ScaleField({ question, value, onChange, error, lines }: FieldProps<ScaleQuestion>) {
  const { min, max, step } = question;
  const steps = Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, index) => min + index * step);
  const chosen = typeof value === 'number' ? value : undefined;
  if (steps.length > MOST_BUTTONS)
    return <SliderField question={question} chosen={chosen} onChange={onChange} error={error} lines={lines} />;
  return (
    <Radio.Group
      {...labelOf(question, lines)}
      error={error}
      size="md"
      value={chosen === undefined ? null : String(chosen)}
      onChange={(next) => onChange(Number(next))}
    >
      <div className={classes.scale}>
        {steps.map((at) => (
          <Radio.Card key={at} value={String(at)} aria-label={String(at)} className={classes.step}>
            {at}
          </Radio.Card>
        ))}
      </div>
      <Ends question={question} />
    </Radio.Group>
  );
}

const SLIDER = { root: classes.slider ?? '', bar: classes.bar ?? '', thumb: classes.thumb ?? '' };

type SliderFieldProps = Pick<FieldProps<ScaleQuestion>, 'question' | 'onChange' | 'error' | 'lines'> & {
  chosen: number | undefined;
};

/** A long scale. The position of its thumb is no answer until it was moved. */
function SliderField({ question, chosen, onChange, error, lines }: SliderFieldProps) {
  const { min, max, step, required } = question;
  const middle = min + Math.round((max - min) / 2 / step) * step;
  const valueText = chosen === undefined ? 'Not answered yet' : `${chosen}${isPercent(question) ? '%' : ''}`;
  return (
    <Input.Wrapper {...labelOf(question, lines)} error={error} labelElement="div" size="md">
      <Group justify="space-between" mt={4} mih={44} wrap="nowrap">
        {chosen === undefined ? (
          <Text c="dimmed">Slide or tap to answer</Text>
        ) : (
          <Text fz={20} fw={650}>
            {valueText}
          </Text>
        )}
        {chosen !== undefined && !required && (
          <Button
            variant="subtle"
            color="gray"
            mih={44}
            aria-label={`Clear: ${question.label}`}
            onClick={() => onChange(undefined)}
          >
            Clear
          </Button>
        )}
      </Group>
      <Slider
        classNames={SLIDER}
        size="lg"
        thumbSize={28}
        min={min}
        max={max}
        step={step}
        label={null}
        thumbLabel={question.label}
        thumbValueText={valueText}
        attributes={{ thumb: { 'aria-invalid': error !== undefined } }}
        mod={{ open: chosen === undefined }}
        value={chosen ?? middle}
        onChange={onChange}
      />
      <Ends question={question} />
    </Input.Wrapper>
  );
}

/** The labels at the two ends of a scale. */
function Ends({ question: { minLabel, maxLabel } }: { question: ScaleQuestion }) {
  if (!minLabel && !maxLabel) return null;
  return (
    <Group justify="space-between" mt={4} wrap="nowrap">
      <Muted>{minLabel}</Muted>
      <Muted ta="right">{maxLabel}</Muted>
    </Group>
  );
}

const OPTION = { body: classes.option ?? '', labelWrapper: classes.optionLabel ?? '' };

function ChoiceField({ question, value, onChange, error, lines }: FieldProps) {
  if (question.type !== 'choice') return null;
  const chosen = Array.isArray(value) ? value.filter((option) => typeof option === 'string') : [];
  const shared = { ...labelOf(question, lines), error, size: 'md' as const };
  if (question.several) {
    return (
      <Checkbox.Group {...shared} value={chosen} onChange={onChange}>
        <Stack gap={0} mt={4}>
          {question.options.map((option) => (
            <Checkbox key={option} value={option} label={option} size="md" classNames={OPTION} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  }
  return (
    <Radio.Group {...shared} value={chosen[0] ?? null} onChange={(option) => onChange([option])}>
      <Stack gap={0} mt={4}>
        {question.options.map((option) => (
          <Radio key={option} value={option} label={option} size="md" classNames={OPTION} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function MeasurementsField({ question, value, onChange, error, units, lines }: FieldProps<MeasurementsQuestion>) {
  const given = typeof value === 'object' && !Array.isArray(value) ? value : {};
  return (
    <Input.Wrapper {...labelOf(question, lines)} error={error} labelElement="div" size="md">
      <SimpleGrid cols={2} spacing="sm" mt="xs">
        {question.sites.map((site) => (
          <Measurement
            key={site}
            label={`${SITE_NAMES[site]} (${lengthUnit(units)})`}
            cm={given[site]}
            units={units}
            onChange={(cm) => {
              const { [site]: _, ...others } = given;
              onChange(cm === undefined ? others : { ...others, [site]: cm });
            }}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
}

type MeasurementProps = {
  label: string;
  cm: number | undefined;
  units: UnitSystem;
  onChange: (cm: number | undefined) => void;
};

function Measurement({ label, cm, units, onChange }: MeasurementProps) {
  const [typed, setTyped] = useNumberText(cm, (stored) => lengthForDisplay(stored, units));
  return (
    <NumberInput
      label={label}
      size="md"
      hideControls
      inputMode="decimal"
      decimalScale={1}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        onChange(next === '' ? undefined : lengthFromInput(Number(next), units));
      }}
    />
  );
}
