import { Box, Group, Input, Radio, Slider, Textarea } from '@mantine/core';
import { COMMITMENT_LABELS } from '@stridewell/contract/site/site.rules';
import type { DemoStepProps } from './site.steps.ts';

const MARKS = [1, 2, 3, 4, 5].map((value) => ({ value, label: COMMITMENT_LABELS[value] }));

/** Step 3: the goals of the coach. */
export const DemoStepGoals = ({ answers, onAnswer, field }: DemoStepProps) => (
  <>
    <Textarea
      label="What would your coaching look like if this worked out?"
      required
      autosize
      minRows={4}
      maxRows={10}
      {...field('success_vision')}
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
      {/* The words at both ends are centred below their marks and need room beyond the track. */}
      <Box px={40} pt="sm" pb={32}>
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
      </Box>
    </Input.Wrapper>
  </>
);
