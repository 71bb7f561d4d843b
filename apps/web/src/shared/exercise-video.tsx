import { Anchor } from '@mantine/core';
import { parseFileUrl } from '@stridewell/contract/files/files.rules';
import classes from './exercise-video.module.css';

/** The video of an exercise: one that was uploaded plays here, and a link opens where it is. */
export function ExerciseVideo({ videoUrl, name }: { videoUrl: string; name: string }) {
  if (parseFileUrl(videoUrl) === null) {
    return (
      <Anchor href={videoUrl} target="_blank" rel="noopener noreferrer">
        Watch the video
      </Anchor>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: coaches film a movement, and what they say in it is in the cues.
    <video src={videoUrl} controls preload="metadata" playsInline className={classes.video} aria-label={name} />
  );
}
