import { Anchor } from '@mantine/core';
import { Muted } from './muted.tsx';
import classes from './walkthrough-video.module.css';

/**
 * A recording in an external player with the fewest rights it needs. A page cannot detect that a frame of another site
 * stayed empty, so the link is always shown.
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
      <Muted component="figcaption" mt="xs">
        Does it not play here?{' '}
        <Anchor href={src} target="_blank" rel="noreferrer" underline="always">
          Open it in a new tab
        </Anchor>
      </Muted>
    </figure>
  );
}
