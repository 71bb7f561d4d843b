import { List, Stack, Text, Title } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import {
  CONTRAINDICATION_LABELS,
  FORCE_LABELS,
  MEASURE_LABELS,
  MECHANIC_LABELS,
  PATTERN_LABELS,
} from '@stridewell/contract/exercises/exercises.rules';
import type { ReactNode } from 'react';
import { BodyMap } from '../../shared/body-map.tsx';
import { ExerciseVideo } from '../../shared/exercise-video.tsx';
import { equipmentText, musclesText, sharesOf } from '../../shared/exercise-words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import classes from './exercise-details.module.css';

type ExerciseDetailsProps = {
  exercise: Exercise;
  onClose: () => void /** What the reader may do with it. */;
  actions: ReactNode;
};

/** One exercise: its muscles and how to do it. */
export function ExerciseDetails({ exercise, onClose, actions }: ExerciseDetailsProps) {
  const { name, primary, secondary, cues, contraindications, videoUrl, tags } = exercise;
  return (
    <Dialog opened onClose={onClose} title={name} size="lg">
      <Stack gap="lg">
        <div className={classes.columns}>
          <BodyMap
            shares={sharesOf(exercise)}
            label={`Muscles: ${musclesText(primary)}${secondary.length > 0 ? `; also ${musclesText(secondary)}` : ''}`}
          />
          <dl className={classes.facts}>
            <Fact label="Muscles">{musclesText(primary)}</Fact>
            {secondary.length > 0 && <Fact label="Also trains">{musclesText(secondary)}</Fact>}
            <Fact label="Equipment">{equipmentText(exercise)}</Fact>
            <Fact label="Movement">
              {PATTERN_LABELS[exercise.pattern]}, {MECHANIC_LABELS[exercise.mechanic].toLowerCase()},{' '}
              {FORCE_LABELS[exercise.force].toLowerCase()}
            </Fact>
            <Fact label="Level">{exercise.level}</Fact>
            <Fact label="Measured in">
              {MEASURE_LABELS[exercise.measure]}
              {exercise.unilateral && ', each side'}
            </Fact>
            {tags.length > 0 && <Fact label="Your tags">{tags.join(', ')}</Fact>}
          </dl>
        </div>
        {cues.length > 0 && (
          <Stack gap="xs">
            <Title order={3}>Cues</Title>
            <List spacing={4}>
              {cues.map((cue, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes here, and cues can repeat.
                <List.Item key={index}>{cue}</List.Item>
              ))}
            </List>
          </Stack>
        )}
        {contraindications.length > 0 && (
          <Stack gap={4}>
            <Title order={3}>Avoid for</Title>
            <Text>{contraindications.map((one) => CONTRAINDICATION_LABELS[one]).join(', ')}</Text>
          </Stack>
        )}
        {videoUrl && <ExerciseVideo videoUrl={videoUrl} name={name} />}
        {actions}
      </Stack>
    </Dialog>
  );
}
