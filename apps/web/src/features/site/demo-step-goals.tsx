import { Group, Input, Radio, Slider, Textarea } from '@mantine/core';
import { COMMITMENT_LABELS } from '@stridewell/contract/site.rules';
import classes from './demo-questionnaire.module.css';
import { type DemoStepProps, demoFieldId, LIMITS } from './site.steps.ts';

const MARKS = [1, 2, 3, 4, 5].map((value) => ({ value, label: COMMITMENT_LABELS[value] }));

/** Step 3: the goals of the coach. */
export function DemoStepGoals({ answers, problems, onAnswer }: DemoStepProps) {
  return (
    <>
      <Textarea
        id={demoFieldId('success_vision')}
        label="What would your coaching look like if this worked out?"
        required
        size="md"
        autosize
        minRows={4}
        maxRows={10}
        maxLength={LIMITS.text}
        value={answers.success_vision}
        error={problems.success_vision}
        onChange={({ currentTarget }) => onAnswer({ success_vision: currentTarget.value })}
      />
      <Radio.Group
        label="Would you tell us what works and what does not?"
        description="Early coaches shape what we build next."
        size="md"
        value={answers.provide_feedback}
        onChange={(value) => onAnswer({ provide_feedback: value === 'no' ? 'no' : 'yes' })}
      >
        <Group mt="xs" gap="lg">
          <Radio value="yes" label="Yes" size="md" />
          <Radio value="no" label="No" size="md" />
        </Group>
      </Radio.Group>
      <Input.Wrapper label="How sure are you about changing the way you work?" labelElement="div" size="md">
        <div className={classes.slider}>
          <Slider
            min={1}
            max={5}
            step={1}
            size="lg"
            label={null}
            thumbLabel="Commitment from 1, just exploring, to 5, very committed"
            marks={MARKS}
            value={answers.commitment_level}
            onChange={(commitment_level) => onAnswer({ commitment_level })}
          />
        </div>
      </Input.Wrapper>
    </>
  );
}
