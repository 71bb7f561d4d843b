import { List, Stack } from '@mantine/core';
import type { ExerciseGuide } from '@stridewell/contract/workouts/workouts';
import { ExerciseVideo } from '../../shared/exercise-video.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type GuideDialogProps = { name: string; guide: ExerciseGuide; onClose: () => void };

/** How an exercise is done: the coach's video and the cues. */
export function GuideDialog({ name, guide: { cues, videoUrl }, onClose }: GuideDialogProps) {
  return (
    <Dialog title={name} opened onClose={onClose}>
      <Stack>
        {videoUrl && <ExerciseVideo videoUrl={videoUrl} name={name} />}
        {cues.length > 0 && (
          <List spacing={4}>
            {cues.map((cue, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes here, and cues can repeat.
              <List.Item key={index}>{cue}</List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Dialog>
  );
}
