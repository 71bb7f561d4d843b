import { Box, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import {
  MEASUREMENT_SITES,
  type MeasurementSite,
  type Metric,
  metricOf,
  PHOTO_SLOT_LABELS,
  PHOTO_SLOTS,
  type Question,
  questionProblem,
  SIDELESS_SITES,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { METRIC_NAMES, SITE_NAMES } from './checkins.answers.ts';
import { TYPE_NAMES, withMetric } from './checkins.starters.ts';

const SIDELESS: ReadonlySet<MeasurementSite> = new Set(SIDELESS_SITES);

type QuestionEditorProps = {
  question: Question;
  number: number;
  isLast: boolean;
  /** True after the first attempt to save. */
  showProblems: boolean;
  /** Metrics that other questions are used for. */
  taken: readonly Metric[];
  onChange: (question: Question) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** One question of a form, for the coach to write. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { question, number, isLast, showProblems, onChange, onMove, onRemove } = props;
  const name = question.label || `question ${number}`;
  const problem = showProblems ? questionProblem(question) : undefined;
  return (
    <Box component="li" pt="md" pb={20} data-question={question.id}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Muted>
            {number}. {TYPE_NAMES[question.type]}
          </Muted>
          <Group gap={4} wrap="nowrap">
            <IconButton
              label={`Move ${name} up`}
              icon={IconArrowUp}
              data-move="-1"
              disabled={number === 1}
              onClick={() => onMove(-1)}
            />
            <IconButton
              label={`Move ${name} down`}
              icon={IconArrowDown}
              data-move="1"
              disabled={isLast}
              onClick={() => onMove(1)}
            />
            <IconButton label={`Remove ${name}`} icon={IconTrash} onClick={onRemove} />
          </Group>
        </Group>
        <TextInput
          label="Question"
          value={question.label}
          maxLength={160}
          error={showProblems && !question.label.trim() && 'Please write the question'}
          onChange={(event) => onChange({ ...question, label: event.currentTarget.value })}
        />
        <TextInput
          label="Help text"
          size="sm"
          value={question.help}
          maxLength={240}
          onChange={(event) => onChange({ ...question, help: event.currentTarget.value })}
        />
        <Details {...props} />
        {question.type !== 'photo' && (
          <Checkbox
            label="Required"
            checked={question.required}
            onChange={(event) => onChange({ ...question, required: event.currentTarget.checked })}
          />
        )}
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem[0]?.toUpperCase()}
            {problem.slice(1)}.
          </Text>
        )}
      </Stack>
    </Box>
  );
}

const NUMBER = { size: 'sm', hideControls: true };
const numberOf = (value: number | string) => (value === '' || value === '-' ? 0 : Number(value));

function Details({ question, taken, onChange }: QuestionEditorProps) {
  switch (question.type) {
    case 'number':
      return (
        <>
          <Group grow align="flex-start">
            <MetricChoice
              metrics={['weight_kg', 'sleep_hours']}
              question={question}
              taken={taken}
              onChange={onChange}
            />
            <TextInput
              label="Unit"
              value={question.unit}
              maxLength={20}
              disabled={question.metric !== null}
              onChange={(event) => onChange({ ...question, unit: event.currentTarget.value })}
              size="sm"
            />
          </Group>
          {!question.metric && <Range question={question} onChange={onChange} />}
        </>
      );
    case 'scale':
      return (
        <>
          <MetricChoice
            metrics={['adherence', 'nutrition', 'energy']}
            question={question}
            taken={taken}
            onChange={onChange}
          />
          {!question.metric && <Range question={question} onChange={onChange} />}
          <Group grow>
            <TextInput
              label="Label for the lowest value"
              size="sm"
              value={question.minLabel}
              maxLength={40}
              onChange={(event) => onChange({ ...question, minLabel: event.currentTarget.value })}
            />
            <TextInput
              label="Label for the highest value"
              size="sm"
              value={question.maxLabel}
              maxLength={40}
              onChange={(event) => onChange({ ...question, maxLabel: event.currentTarget.value })}
            />
          </Group>
        </>
      );
    case 'choice':
      return (
        <>
          <Textarea
            label="Options, one on each line"
            autosize
            minRows={2}
            value={question.options.join('\n')}
            onChange={(event) => onChange({ ...question, options: event.currentTarget.value.split('\n').slice(0, 12) })}
          />
          <Checkbox
            label="Allow several answers"
            checked={question.several}
            onChange={(event) => onChange({ ...question, several: event.currentTarget.checked })}
          />
        </>
      );
    case 'text':
      return (
        <Checkbox
          label="Long answer"
          checked={question.long}
          onChange={(event) => onChange({ ...question, long: event.currentTarget.checked })}
        />
      );
    case 'photo':
      return (
        <Checkbox.Group
          label="Photos"
          value={question.slots}
          onChange={(slots) => onChange({ ...question, slots: PHOTO_SLOTS.filter((slot) => slots.includes(slot)) })}
        >
          <Group mt="xs">
            {PHOTO_SLOTS.map((slot) => (
              <Checkbox key={slot} value={slot} label={PHOTO_SLOT_LABELS[slot]} />
            ))}
          </Group>
        </Checkbox.Group>
      );
    case 'measurements':
      return (
        <Checkbox.Group
          label="Measurements"
          value={question.sites}
          onChange={(sites) =>
            onChange({ ...question, sites: MEASUREMENT_SITES.filter((site) => sites.includes(site)) })
          }
        >
          <Group mt="xs">
            {MEASUREMENT_SITES.filter((site) => !SIDELESS.has(site) || question.sites.includes(site)).map((site) => (
              <Checkbox key={site} value={site} label={SITE_NAMES[site]} />
            ))}
          </Group>
        </Checkbox.Group>
      );
  }
}

type MetricChoiceProps = Pick<QuestionEditorProps, 'question' | 'taken' | 'onChange'> & { metrics: readonly Metric[] };

function MetricChoice({ metrics, question, taken, onChange }: MetricChoiceProps) {
  return (
    <NativeSelect
      label="Used for"
      size="sm"
      data={[
        { value: '', label: 'No chart' },
        ...metrics.map((value) => ({ value, label: METRIC_NAMES[value], disabled: taken.includes(value) })),
      ]}
      value={metricOf(question) ?? ''}
      onChange={(event) => {
        const chosen = metrics.find((metric) => metric === event.currentTarget.value);
        onChange(withMetric(question, chosen ?? null));
      }}
    />
  );
}

type RangeProps = { question: Extract<Question, { type: 'number' | 'scale' }>; onChange: (question: Question) => void };

function Range({ question, onChange }: RangeProps) {
  return (
    <Group grow>
      <NumberInput
        {...NUMBER}
        label="Lowest"
        allowDecimal={question.type === 'number'}
        value={question.min}
        onChange={(min) => onChange({ ...question, min: numberOf(min) })}
      />
      <NumberInput
        {...NUMBER}
        label="Highest"
        allowDecimal={question.type === 'number'}
        value={question.max}
        onChange={(max) => onChange({ ...question, max: numberOf(max) })}
      />
      {question.type === 'scale' && (
        <NumberInput
          {...NUMBER}
          label="Step"
          allowDecimal={false}
          min={1}
          value={question.step}
          onChange={(step) => onChange({ ...question, step: numberOf(step) })}
        />
      )}
    </Group>
  );
}
