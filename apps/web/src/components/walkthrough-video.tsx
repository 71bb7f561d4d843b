import { Anchor, Text } from '@mantine/core';
import classes from './walkthrough-video.module.css';

/**
 * A recording in somebody else's player, which gets no more rights than it needs to play. No browser tells a page that
 * a frame of another site stayed empty, so the way around it is always there.
 */
export function WalkthroughVideo({ title, src }: { title: string; src: string }) {
  return (
    <figure className={classes.figure}>
      <iframe
        className={classes.player}
        title={title}
        src={src}
        loading="lazy"
        allow="fullscreen; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-popups"
        referrerPolicy="strict-origin"
      />
      <Text component="figcaption" size="sm" c="dimmed" mt="xs">
        Does it not play here?{' '}
        <Anchor href={src} target="_blank" rel="noreferrer" underline="always">
          Open it in a new tab
        </Anchor>
      </Text>
    </figure>
  );
}
