import { Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import {
  CLEARANCE_LABELS,
  CLEARANCES,
  DETAILS_MAX,
  HEALTH_QUESTIONS,
  HEALTH_RESPONSES,
  type HealthAnswer,
  type HealthTopic,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { HelpLine } from '../../shared/help-line.tsx';
import { Muted } from '../../ui/muted.tsx';
import classes from './health-question.module.css';

/** An answer that may not be chosen yet. */
export type DraftAnswer = Omit<HealthAnswer, 'said'> & { said: HealthAnswer['said'] | null };

export const SAID_LABELS: Record<(typeof HEALTH_RESPONSES)[number], string> = {
  no: 'No',
  yes: 'Yes',
  unsaid: 'Prefer not to say',
};

type HealthQuestionProps = {
  topic: HealthTopic;
  value: DraftAnswer;
  problem: boolean;
  onChange: (value: DraftAnswer) => void;
};

/** Boxes around what a yes means. */
const MEANING = { px: 'md', py: 'sm', bdrs: 'md', bg: 'var(--pine-wash)' };

export function HealthQuestion({ topic, value, problem, onChange }: HealthQuestionProps) {
  const { question, help, meaning } = HEALTH_QUESTIONS[topic];
  return (
    <div className={classes.question} data-yes={value.said === 'yes' || undefined}>
      <Choice
        label={question}
        description={help}
        name={topic}
        values={HEALTH_RESPONSES}
        labels={SAID_LABELS}
        value={value.said}
        problem={problem}
        onChange={(said) => onChange({ ...value, said })}
      />
      {value.said === 'yes' && (
        <Stack gap="md" mt="md">
          <Text {...MEANING}>{meaning}</Text>
          <Textarea
            size="md"
            label="What should your coach know?"
            description="Share as much or as little as you like"
            autosize
            minRows={2}
            maxLength={DETAILS_MAX}
            value={value.details}
            onChange={(event) => onChange({ ...value, details: event.currentTarget.value })}
          />
          <HelpLine text={value.details} />
          <Choice
            label="Has a doctor agreed to you training?"
            name={`${topic}-cleared`}
            values={CLEARANCES}
            labels={CLEARANCE_LABELS}
            value={value.cleared}
            problem={problem}
            onChange={(cleared) => onChange({ ...value, cleared })}
          />
          {value.cleared !== null && value.cleared !== 'yes' && (
            <Muted>
              That is fine. You can continue here; your coach will ask you to see a doctor first where it matters.
            </Muted>
          )}
        </Stack>
      )}
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  description?: string | undefined;
  name: string;
  values: readonly Value[];
  labels: Record<Value, string>;
  value: Value | null;
  /** Whether a missing answer is marked. */
  problem: boolean;
  onChange: (value: Value | null) => void;
};

/** One question with its answers side by side. */
export function Choice<Value extends string>({
  values,
  labels,
  value,
  problem,
  onChange,
  ...group
}: ChoiceProps<Value>) {
  const isMissing = problem && value === null;
  return (
    <Radio.Group
      {...group}
      size="md"
      errorProps={{ mt: 6 }}
      value={value ?? ''}
      onChange={(chosen) => onChange(values.find((one) => one === chosen) ?? null)}
      error={isMissing ? 'Please choose one' : undefined}
    >
      <Group gap="0 24px" className={classes.choices}>
        {values.map((one) => (
          <Radio key={one} size="md" value={one} label={labels[one]} aria-invalid={isMissing} />
        ))}
      </Group>
    </Radio.Group>
  );
}
